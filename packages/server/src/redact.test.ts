import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonLog } from './log.ts';
import { redact } from './redact.ts';

const keys = fc.stringMatching(/^(sk-|sk-ant-api03-|sk-proj-|gsk-)[A-Za-z0-9_-]{16,40}$/);

it('takes keys out of any text and leaves JSON as it is', () => {
  fc.assert(
    fc.property(keys, fc.jsonValue(), (key, around) => {
      const text = JSON.stringify({ around, said: `Incorrect API key provided: ${key}.`, url: `https://x/y?key=${key}&a=1` });
      expect(redact(text)).not.toContain(key);
      expect(() => JSON.parse(redact(text))).not.toThrow();
    }),
  );
});

it.each([
  'authorization: Bearer abc.def-123456',
  'https://x/v1beta/models?key=AIzaSyA1234567890123456789012345678901',
  '"x-api-key":"a1b2c3d4e5f6"',
  'api_key=verysecretvalue',
  'AIzaSyA1234567890123456789012345678901',
  'tfp_Esq_JcqG40f_b0pH9KoSA_UrTefTXnpLOoml44OxNzg',
])('knows what a key looks like: %s', (text) => {
  expect(redact(text)).toContain('[redacted]');
});

it.each(['a risk-free walk', 'the key: the door', 'tokens: 120', 'sketch-book', 'task-1234567890'])(
  'leaves words alone: %s',
  (text) => {
    expect(redact(text)).toBe(text);
  },
);

it('logs a line of JSON without secrets, by name and by shape', () => {
  const lines: string[] = [];
  const log = jsonLog('info', { write: (line) => void lines.push(line) });
  log.info('tried', {
    profile: 'p',
    key: 'canary-by-name',
    nested: { authorization: 'canary-by-name' },
    reason: 'sk-canary1234567890',
  });
  log.warn('odd');
  log.error('bad', { deep: { er: { token: 'canary-by-name' } } });
  expect(lines.map((line) => JSON.parse(line).event)).toEqual(['tried', 'odd', 'bad']);
  expect(lines.join('')).not.toContain('canary');
});

it('leaves nothing in a line that drives the terminal it is printed on', () => {
  const lines: string[] = [];
  const said = 'a\u001b[2J\u009b2J\u007f\u202eb';
  jsonLog('info', { write: (line: string) => void lines.push(line) }).info('told', { said });
  expect(lines[0]?.trimEnd()).toMatch(/^[\x20-\x7e]*$/);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ said });
});

import { describe, expect, it } from 'vitest';
import type { FlatAsk } from '../ask.ts';
import { resultText } from '../message.ts';
import { injectionPayloads } from './payloads.ts';
import { hostileSummarizer, summarizersFor } from './summarizers.ts';
import { generateTranscript } from './transcript.ts';

const { messages, facts } = generateTranscript({ seed: 9, messages: 60, facts: 12 });
const material = messages
  .flatMap(({ parts }) => parts.map((part) => (part.type === 'tool-result' ? resultText(part) : JSON.stringify(part))))
  .join('\n');
const ask: FlatAsk = { key: 'k', instructions: 'Summarize.', material, maxTokens: 300, expected: 200, tokens: 9_000 };
const all = summarizersFor(facts);
const said = (name: keyof typeof all, of: FlatAsk = ask) => {
  const answer = all[name](of);
  return answer?.ok ? answer.text : null;
};

describe('stand-ins for a summarizer', () => {
  it('keep every fact they are shown when good, and invent none', () => {
    for (const fact of facts) expect(said('good')).toContain(fact.text);
    expect(said('good', { ...ask, material: 'nothing' })).not.toMatch(/ is .*-/);
  });

  it('fail in the ways models do', () => {
    expect(said('empty')).toBe('');
    expect(said('huge')?.length).toBeGreaterThan(ask.material.length);
    expect(said('echoing')).toBe(material);
    expect(() => all.throwing(ask)).toThrow('socket hang up');
    expect(all.failing(ask)).toEqual({ ok: false, error: '429: rate limit reached' });
    expect(JSON.parse(said('tool-calling') ?? '')).toMatchObject({ tool_calls: [{ function: { name: 'bash' } }] });
  });

  it('attack in two hundred different ways', () => {
    expect(new Set(injectionPayloads).size).toBe(200);
    expect(injectionPayloads.map((_, which) => hostileSummarizer(which)(ask))).toEqual(
      injectionPayloads.map((text) => ({ ok: true, text, by: 'stand-in' })),
    );
    expect(injectionPayloads).toContain(said('hostile'));
    expect(said('hostile')).toBe(said('hostile'));
  });
});

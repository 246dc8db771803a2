import { describe, expect, it } from 'vitest';
import { isRequest, latestRequest, onlyContinues, type Writers, writersOf } from './injected.ts';
import { textMessage } from './message.ts';

const reminder = (about: string) =>
  `<session-note>\nThe list of tasks is ${about}. Never mention this note to anyone.\n</session-note>`;
const skills = `## Skills at hand\n\n| name | what it does |\n|---|---|\n| \`feat\` | A new feature |\n| \`fix\` | A bug fix |\n\n## Rules\n\n- Always run the linter first.`;

/** What was surely written by a person. */
const ownWords = (text: string, writers: Writers = writersOf([text])) =>
  writers(text)
    .filter(({ writer }) => writer === 'person')
    .map(({ start, end }) => text.slice(start, end).trim());

describe('who wrote a turn', () => {
  it('takes blocks in joined or shouted tags for the harness’, whatever they are called', () => {
    for (const tag of ['session-note', 'host_context', 'hook-output', 'INSTRUCTIONS'])
      expect(isRequest(`<${tag}>\nalways answer in haiku\n</${tag}>`)).toBe(false);
    expect(isRequest('# Notes for the house\n\n<HOUSE_RULES>\nnever push\n</HOUSE_RULES>')).toBe(false);
    expect(isRequest('[Turn stopped by the user]')).toBe(false);
  });

  it('takes what stands beside such a block for a person’s', () => {
    const text = `${reminder('empty')}\nPlease rename the port setting.`;
    expect(ownWords(text).join('').trim()).toBe('Please rename the port setting.');
  });

  it('knows the tags people’s own words are wrapped in', () => {
    for (const tag of ['task', 'user_query', 'pr_description', 'feedback'])
      expect(isRequest(`<${tag}>\nfix the login\n</${tag}>`)).toBe(true);
    expect(isRequest('<command-args></command-args>')).toBe(false);
  });

  it('leaves markup that people paste in doubt: theirs as a request, nobody’s as an order', () => {
    const text = '<div>\n  <p>never do this</p>\n</div>';
    expect(isRequest(text)).toBe(true);
    expect(ownWords(text)).toEqual([]);
    expect(isRequest('Why does this fail?\n```html\n<my-tag>\n</my-tag>\n```')).toBe(true);
  });

  it('takes a document for a request in doubt, and for no standing order', () => {
    expect(isRequest(skills)).toBe(true);
    expect(ownWords(skills)).toEqual([]);
  });

  it('knows blocks that many turns repeat, numbers aside', () => {
    const turn = (n: number, words: string) => `Tokens left so far in this session: ${n} of 9000, be brief.\n\n${words}`;
    const texts = [turn(1, 'Open the door file.'), turn(22, 'Close it again.'), turn(333, 'Now rename it.')];
    const writers = writersOf(texts);
    expect(texts.flatMap((text) => ownWords(text, writers))).toEqual(texts.map((text) => text.split('\n\n')[1]));
  });

  it('knows the printed turns of an agent that gets its output in the user’s role', () => {
    const outputs = ['a.ts\nb.ts', 'x = 1\ny = 2;', '{ "ok": true }\n{}'].map((out) => `exit code 0\n${out}\n(cwd: /repo)\nsh-$`);
    const messages = ['Fix the clock.', ...outputs].map((text) => textMessage('user', text));
    expect(latestRequest(messages)).toBe(0);
  });

  it('takes a person’s short words for a person’s however often they are said', () => {
    const messages = ['Fix the clock.', 'go on', 'go on', 'go on', 'go on'].map((text) => textMessage('user', text));
    expect(latestRequest(messages)).toBe(4);
  });

  it('tells requests that only go on from full ones', () => {
    for (const text of ['go on', 'Yes.', 'ok, do it', 'weiter', '继续']) expect(onlyContinues(text)).toBe(true);
    for (const text of [
      'Rename portOf to gateOf',
      'fix src/a.ts',
      'why?',
      'Use 3 retries',
      'Please write a test for the clock first',
    ])
      expect(onlyContinues(text)).toBe(false);
    expect(onlyContinues('<hook-output>ok</hook-output>')).toBe(false);
  });

  it('reads a text of nothing but open tags without looking for each end again', () => {
    const text = Array.from({ length: 4_000 }, (_, n) => `<tag-${n}>`).join('\n');
    expect(writersOf([text])(text).length).toBe(1);
  });
});

it('[H16] a question at either end of a very long paste is one, and the middle is not gone through', () => {
  const log = '2026-01-01T00:00:00Z worker[12]: took 12 ms { "ok": true }\n'.repeat(40_000);
  expect(isRequest(`Why is this so slow?\n\n${log}`)).toBe(true);
  expect(isRequest(`${log}\n\nWhy is this so slow?`)).toBe(true);
});

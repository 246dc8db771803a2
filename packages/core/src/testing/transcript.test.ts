import fc from 'fast-check';
import { get_encoding } from 'tiktoken';
import { describe, expect, it } from 'vitest';
import { type Message, type Part, resultText } from '../message.ts';
import { arbitraryMessages, arbitrarySummarizer, arbitraryTranscript } from './arbitrary.ts';
import { factsIn } from './facts.ts';
import { HAZARDS, type Hazard } from './hazards.ts';
import { summarizersFor } from './summarizers.ts';
import { generateTranscript } from './transcript.ts';

const big = (hazards: readonly Hazard[]) => generateTranscript({ seed: 11, messages: 600, hazards }).messages;
const partsOf = (messages: readonly Message[]) => messages.flatMap((message) => message.parts);
const ids = (messages: readonly Message[], type: 'tool-call' | 'tool-result') =>
  partsOf(messages).flatMap((part) => (part.type === type ? [part.id] : []));
const textOf = (part: Part) =>
  part.type === 'tool-result'
    ? resultText(part)
    : part.type === 'text' || part.type === 'reasoning'
      ? part.text
      : JSON.stringify(part);
const repeats = (list: readonly string[]) => list.length - new Set(list).size;
const neighbours = (messages: readonly Message[], of: (a: Message, b: Message) => boolean) =>
  messages.filter((message, index) => index > 0 && of(messages[index - 1] as Message, message)).length;

/** How often a hazard shows. */
const SIGHTINGS: Record<Hazard, (messages: readonly Message[]) => number> = {
  'reused-ids': (messages) => repeats(ids(messages, 'tool-call')),
  'unanswered-calls': (messages) => ids(messages, 'tool-call').filter((id) => !ids(messages, 'tool-result').includes(id)).length,
  'orphan-results': (messages) => ids(messages, 'tool-result').filter((id) => !ids(messages, 'tool-call').includes(id)).length,
  'empty-results': (messages) => partsOf(messages).filter((part) => part.type === 'tool-result' && part.output === '').length,
  'bare-string-inputs': (messages) =>
    partsOf(messages).filter((part) => part.type === 'tool-call' && typeof part.input === 'string').length,
  'parallel-calls': (messages) =>
    messages.filter(({ parts }) => parts.filter((part) => part.type === 'tool-call').length > 1).length,
  'user-between': (messages) =>
    neighbours(messages, (a, b) => b.role === 'user' && a.parts.some((part) => part.type === 'tool-call')),
  'odd-start': (messages) => (messages[0]?.role === 'user' ? 0 : 1),
  'same-roles': (messages) => neighbours(messages, (a, b) => a.role === b.role && a.role === 'user'),
  'odd-unicode': (messages) => partsOf(messages).filter((part) => /[\u200d\u0301\u{1f1ef}]/u.test(textOf(part))).length,
  'lone-surrogates': (messages) => partsOf(messages).filter((part) => !textOf(part).isWellFormed()).length,
  attachments: (messages) => partsOf(messages).filter((part) => JSON.stringify(part).includes('"attachment"')).length,
  'opaque-parts': (messages) => partsOf(messages).filter((part) => part.type === 'opaque').length,
  injected: (messages) =>
    messages.filter(({ role, parts }) => role === 'system' || parts.some((part) => textOf(part).startsWith('<system-reminder>')))
      .length,
  reasoning: (messages) => partsOf(messages).filter((part) => part.type === 'reasoning').length,
};

describe('generateTranscript', () => {
  it('repeats itself for the same wish', () => {
    const wish = { seed: 5, messages: 80, hazards: 'all', facts: 12 } as const;
    expect(generateTranscript(wish)).toEqual(generateTranscript(wish));
    expect(generateTranscript(wish)).not.toEqual(generateTranscript({ ...wish, seed: 6 }));
  });

  it('gives exactly the messages asked for, of either kind, with any hazards', () => {
    const hazards = fc.subarray([...HAZARDS]);
    fc.assert(
      fc.property(fc.nat(), fc.nat(120), fc.constantFrom('coding', 'chat', 'agent'), hazards, (seed, messages, kind, odd) => {
        expect(generateTranscript({ seed, messages, kind, hazards: odd }).messages).toHaveLength(messages);
      }),
    );
    expect(generateTranscript({ seed: 1 }).messages).toHaveLength(40);
  });

  it('is sound where no hazard is asked for: every call answered once, right behind it', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 10, max: 120 }), (seed, count) => {
        const { messages } = generateTranscript({ seed, messages: count, hazards: [] });
        expect(ids(messages, 'tool-result')).toEqual(ids(messages, 'tool-call'));
        expect(repeats(ids(messages, 'tool-call'))).toBe(0);
        expect(messages[0]?.role).toBe('user');
        expect(neighbours(messages, (a, b) => b.role === 'user' && a.role === 'user')).toBe(0);
        expect(partsOf(messages).every((part) => textOf(part).isWellFormed())).toBe(true);
      }),
    );
  });

  it.each(HAZARDS)('shows %s when asked, and not otherwise', (hazard) => {
    const others = HAZARDS.filter((other) => other !== hazard && !implies(other, hazard));
    const start = hazard === 'odd-start' ? 0 : 3;
    expect(SIGHTINGS[hazard](big([hazard]))).toBeGreaterThan(start);
    expect(SIGHTINGS[hazard](big(others))).toBe(0);
  });

  it('reads files again: the same, other lines, and after edits; and runs commands again', () => {
    const parts = partsOf(generateTranscript({ seed: 3, messages: 400, hazards: [] }).messages);
    const reads = parts.filter((part) => part.type === 'tool-result' && part.name === 'read_file').map(textOf);
    const paths = parts.flatMap((part) =>
      part.type === 'tool-call' && part.name === 'read_file' ? [JSON.stringify(part.input)] : [],
    );
    const runs = parts.filter((part) => part.type === 'tool-result' && part.name === 'bash').map(textOf);
    expect(repeats(reads)).toBeGreaterThan(0);
    expect(repeats(paths)).toBeGreaterThan(repeats(reads));
    expect(paths.some((input) => input.includes('"from"'))).toBe(true);
    expect(repeats(runs)).toBeGreaterThan(0);
  });

  it('weighs what was asked for, within a tenth', () => {
    const o200k = get_encoding('o200k_base');
    for (const kind of ['coding', 'chat', 'agent'] as const) {
      const { messages } = generateTranscript({ seed: 8, tokens: 100_000, kind });
      const tokens = partsOf(messages).reduce(
        (sum, part) => sum + o200k.encode(textOf(part), [], []).length,
        4 * messages.length,
      );
      expect(tokens / 100_000).toBeGreaterThan(0.9);
      expect(tokens / 100_000).toBeLessThan(1.1);
    }
    o200k.free();
  });

  it('has tools to talk about only where it works with tools', () => {
    expect(generateTranscript({ seed: 1, kind: 'chat' }).frame).not.toHaveProperty('tools');
    const { frame, messages } = generateTranscript({ seed: 1, messages: 300, hazards: 'all' });
    const declared = new Set(frame.tools?.map((tool) => tool.name));
    for (const part of partsOf(messages)) if (part.type === 'tool-call') expect(declared).toContain(part.name);
  });
});

describe('planted facts', () => {
  it('stand in their message, in their place, once', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 30 }), (seed, count) => {
        const { messages, facts } = generateTranscript({
          seed,
          messages: 60,
          facts: count,
          hazards: ['bare-string-inputs', 'empty-results'],
        });
        expect(facts).toHaveLength(count);
        const texts = messages.map((message) => message.parts.map(textOf).join('\n'));
        for (const fact of facts) {
          expect(texts.flatMap((text, index) => (text.includes(fact.value) ? [index] : []))).toEqual([fact.message]);
          const home = messages[fact.message]?.parts.filter((part) => textOf(part).includes(fact.value)).map((part) => part.type);
          expect(home).toEqual([
            fact.place.startsWith('tool') ? (fact.place === 'tool-result' ? 'tool-result' : 'tool-call') : 'text',
          ]);
        }
        expect(factsIn(texts.join('\n'), facts)).toEqual(facts);
      }),
    );
  });

  it('are a quarter in user text, a quarter in assistant text, 35 % in results and 15 % in arguments', () => {
    const { facts, messages } = generateTranscript({ seed: 2, messages: 400, facts: 40 });
    const places = Map.groupBy(facts, (fact) => fact.place);
    expect([...places].map(([place, list]) => [place, list.length]).sort()).toEqual([
      ['assistant', 10],
      ['tool-arguments', 6],
      ['tool-result', 14],
      ['user', 10],
    ]);
    const json = messages.flatMap(({ parts }) =>
      parts.filter((part) => part.type === 'tool-result' && textOf(part).startsWith('{')),
    );
    for (const part of json) expect(() => JSON.parse(textOf(part))).not.toThrow();
    const thirds = [0, 1, 2].map((third) => facts.filter((fact) => Math.floor((fact.message / 400) * 3) === third).length);
    for (const share of thirds) expect(share).toBeGreaterThan(7);
  });

  it('go where there is a place for them, or nowhere', () => {
    const chat = generateTranscript({ seed: 4, messages: 20, kind: 'chat', facts: 10 });
    expect(chat.facts).toHaveLength(10);
    expect(chat.facts.every((fact) => fact.place === 'user' || fact.place === 'assistant')).toBe(true);
    expect(generateTranscript({ seed: 4, messages: 0, facts: 10 }).facts).toEqual([]);
  });
});

describe('arbitraries', () => {
  it('draw transcripts within their bounds', () => {
    fc.assert(
      fc.property(
        arbitraryTranscript({ minMessages: 2, maxMessages: 9, maxFacts: 3 }),
        arbitrarySummarizer(),
        ({ messages, facts }, name) => {
          expect(messages.length).toBeGreaterThanOrEqual(2);
          expect(messages.length).toBeLessThanOrEqual(9);
          expect(facts.length).toBeLessThanOrEqual(3);
          expect(summarizersFor(facts)[name]).toBeTypeOf('function');
        },
      ),
    );
    fc.assert(fc.property(arbitraryMessages({ hazards: [] }), (messages) => messages.length <= 60));
  });
});

/** Some hazards bring others with them: an answer that is dropped may leave two users in a row. */
function implies(cause: Hazard, effect: Hazard): boolean {
  const effects: Partial<Record<Hazard, readonly Hazard[]>> = {
    'odd-start': ['orphan-results'],
    'user-between': ['unanswered-calls'],
    'unanswered-calls': ['user-between'],
  };
  return effects[cause]?.includes(effect) ?? false;
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonFeed } from './json-feed.ts';

const LIMITS = { levels: 500, values: 10_000 };

/** The value of a text that comes in pieces cut at these places, or null when it is none. */
function fed(text: string, cuts: readonly number[]): { value: unknown } | null {
  const places = [0, ...cuts.map((cut) => cut % (text.length + 1)), text.length].sort((a, b) => a - b);
  const feed = new JsonFeed(LIMITS);
  try {
    for (const [index, place] of places.slice(1).entries()) feed.push(text.slice(places[index], place));
    return { value: feed.end() };
  } catch {
    return null;
  }
}

function parsed(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

describe('JSON that comes in pieces', () => {
  const cuts = fc.array(fc.nat(), { maxLength: 12 });
  const pretty = fc.tuple(fc.json({ stringUnit: 'binary' }), fc.constantFrom(undefined, 2, '\t')).map(([text, indent]) => {
    return JSON.stringify(JSON.parse(text), null, indent);
  });

  it('is what JSON.parse makes of the whole, wherever it is cut', () => {
    fc.assert(
      fc.property(pretty, cuts, (text, places) => void expect(fed(text, places)).toEqual(parsed(text))),
      { numRuns: 2_000 },
    );
  });

  it('is refused where JSON.parse refuses it, and nowhere else', () => {
    const odd = fc.oneof(
      fc.constantFrom('"', '\\', '\\u12', ',', ':', '{', '}', '[', ']', '-', '1e', 'tru', '\n', '\u0000'),
      fc.string(),
    );
    const mutated = fc.tuple(pretty, fc.nat(), fc.nat(3), odd).map(([text, at, gone, piece]) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + piece + text.slice(place + gone);
    });
    fc.assert(
      fc.property(mutated, cuts, (text, places) => void expect(fed(text, places)).toEqual(parsed(text))),
      { numRuns: 4_000 },
    );
    expect(fed('{"__proto__":{"a":1}}', [3, 8])).toEqual(parsed('{"__proto__":{"a":1}}'));
  });

  it('has bounds for depth, the number of values and the letters of one text', () => {
    const feed = () => new JsonFeed({ levels: 3, values: 4, letters: 6 });
    expect(() => feed().push('[[[[')).toThrow(/too deep/);
    expect(() => feed().push('[1,2,3,4,5,')).toThrow(/more than 4 values/);
    const texts = feed();
    texts.push('["123456","');
    for (const piece of ['12', '\\', 'n', '5']) texts.push(piece);
    expect(() => texts.push('\\n')).toThrow(/more than 6 letters/);
  });
});

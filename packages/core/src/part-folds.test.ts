import { describe, expect, it } from 'vitest';
import type { Part } from './message.ts';
import { foldPart, partStandIn, partText } from './part-folds.ts';

const call = (input: Part & { type: 'tool-call' } extends { input: infer I } ? I : never): Part => ({
  type: 'tool-call',
  id: 'a',
  name: 'n',
  input,
});

describe('folded parts', () => {
  it('[P2] keep a call an object and a bare string a string, whatever a pass made of it', () => {
    expect(foldPart(call({ a: 'long' }), '{"a":"x"}')).toEqual(call({ a: 'x' }));
    expect(foldPart(call({ a: 'long' }), '"x"')).toEqual(call({ a: 'long' }));
    expect(foldPart(call({ a: 'long' }), 'no json')).toEqual(call({ a: 'long' }));
    expect(foldPart(call('long'), '"x"')).toEqual(call('x'));
    expect(foldPart(call('long'), 'no json')).toEqual(call('no json'));
    expect(foldPart(call([1]), 'null')).toEqual(call([1]));
  });

  it('[P2] keep the id of a result, and leave alone what has no text', () => {
    const result: Part = { type: 'tool-result', id: 'a', output: [{ type: 'text', text: 'long' }], isError: true };
    expect(foldPart(result, 'x')).toEqual({ ...result, output: 'x' });
    const image: Part = { type: 'attachment', mediaType: 'image/png' };
    expect(foldPart(image, 'x')).toBe(image);
    expect(partText(image)).toBeNull();
    expect(partText(result)).toBe('long');
    expect(partText(call({ a: 1 }))).toBe('{"a":1}');
  });

  it('[N1] fence a summary, and nothing else', () => {
    expect(partStandIn({ kind: 'truncation', text: 'x', id: 'i' })).toBe('x');
    expect(partStandIn({ kind: 'summary', text: 'x', id: 'i' })).toMatch(
      /^\[Compressed Message Summary\][\s\S]*<record>\nx\n<\/record i>$/,
    );
    expect(partStandIn({ kind: 'summary', text: '', id: 'i', estimated: true })).toBe('');
  });
});

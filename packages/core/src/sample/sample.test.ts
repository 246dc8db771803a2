import { get_encoding } from 'tiktoken';
import { describe, expect, it } from 'vitest';
import { type JsonObject, resultText, type ToolCall, type ToolResult } from '../message.ts';
import { sample, sampleFrame, sampleTitle } from './index.ts';

const parts = sample.flatMap((message) => message.parts);
const calls = parts.filter((part): part is ToolCall => part.type === 'tool-call');
const results = new Map(parts.filter((part): part is ToolResult => part.type === 'tool-result').map((part) => [part.id, part]));

describe('the sample', () => {
  it('has sixty messages, a title, tools and an open turn', () => {
    expect(sample).toHaveLength(60);
    expect(sampleTitle).not.toBe('');
    expect(sample[0]?.role).toBe('user');
    expect(sample.at(-1)?.role).toBe('user');
    expect(parts.filter((part) => part.type === 'attachment')).toHaveLength(1);
  });

  it('weighs about twelve thousand tokens', () => {
    const o200k = get_encoding('o200k_base');
    const spoken = parts.map((part) =>
      part.type === 'tool-result' ? resultText(part) : 'text' in part ? part.text : JSON.stringify(part),
    );
    const tokens = [...spoken, JSON.stringify(sampleFrame)].reduce((sum, text) => sum + o200k.encode(text).length, 0);
    o200k.free();
    expect(Math.round(tokens / 1_000)).toBe(12);
  });

  it('answers every call right after it, once, and calls only tools it declares', () => {
    const declared = new Set(sampleFrame.tools?.map((tool) => tool.name));
    expect(new Set(calls.map((call) => call.id)).size).toBe(calls.length);
    expect([...results.keys()]).toEqual(calls.map((call) => call.id));
    for (const call of calls) {
      expect(declared).toContain(call.name);
      expect(results.get(call.id)?.name).toBe(call.name);
    }
    sample.forEach((message, index) => {
      if (message.role === 'tool') expect(['assistant', 'tool']).toContain(sample[index - 1]?.role);
    });
  });

  it('shows files as they stand after the edits before, to the byte', () => {
    const files = new Map<string, string>();
    let compared = 0;
    for (const call of calls) {
      const input = call.input as JsonObject & { path: string; old_text: string; new_text: string; content: string };
      const result = results.get(call.id) as ToolResult;
      const file = files.get(input.path);
      if (call.name === 'read_file') {
        const shown = resultText(result).replace(/^ *\d+\t/gm, '');
        const numbers = [...resultText(result).matchAll(/^ *(\d+)\t/gm)].map(([, line]) => Number(line));
        expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 1) + index));
        if (file === undefined) files.set(input.path, `${shown}\n`);
        else expect(file.split('\n').slice((numbers[0] ?? 1) - 1, numbers.at(-1)), call.id).toEqual(shown.split('\n'));
        if (file !== undefined) compared++;
      }
      if (call.name === 'write_file') files.set(input.path, input.content);
      if (call.name !== 'edit_file' || file === undefined) continue;
      expect(file.split(input.old_text).length - 1, `${call.id} in ${input.path}`).toBe(result.isError ? 0 : 1);
      if (!result.isError)
        files.set(
          input.path,
          file.replace(input.old_text, () => input.new_text),
        );
    }
    expect(compared).toBeGreaterThan(2);
  });

  it('quotes lines of search results and failures from where they stand', () => {
    const search = resultText(results.get(calls.find((call) => call.name === 'search')?.id ?? '') as ToolResult);
    const reads = [...results.values()].filter((result) => result.name === 'read_file').map(resultText);
    for (const [, line, text] of search.matchAll(/^src\/bucket\.ts:(\d+):(.*)$/gm)) {
      expect(reads.some((read) => read.includes(`${String(line).padStart(4)}\t${text}`))).toBe(true);
    }
  });

  it('is well-formed text without trailing blanks in what people say', () => {
    for (const part of parts) {
      expect(JSON.stringify(part).isWellFormed()).toBe(true);
      if (part.type === 'text') expect(part.text).toBe(part.text.trim());
    }
  });
});

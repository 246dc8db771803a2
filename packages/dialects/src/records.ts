import type { Json } from '@tenfold/core';
import { FormatError } from './format-error.ts';

/** A JSON value of a file and the line it starts on, counted from 1. */
export interface Located {
  readonly value: Json;
  readonly line: number;
}

/** A file as JSON: one value over the whole of it, or one a line; lines that are no JSON are told apart, each with its error. */
export type Records =
  | { readonly kind: 'whole'; readonly located: Located; readonly indent: number }
  | { readonly kind: 'lines'; readonly located: readonly Located[]; readonly bad: readonly FormatError[] };

/** What a file should have been. */
export const EXPECTED =
  'a request body or list of messages (OpenAI, Anthropic, Gemini, AI SDK) as JSON, or JSONL with one conversation or one message a line';

/** Reads a file as JSON. Throws {@link FormatError} when it is empty or nothing in it is JSON. */
export function readRecords(text: string): Records {
  const content = text.startsWith('\ufeff') ? text.slice(1) : text;
  const lines = content
    .split('\n')
    .map((words, index) => ({ text: words.trim(), line: index + 1 }))
    .filter((line) => line.text !== '');
  const [first] = lines;
  if (first === undefined) throw new FormatError({ expected: EXPECTED, found: 'an empty file' });
  const isTorn = !content.endsWith('\n');
  const parsed = lines.map((line, index) => parseLine(line, isTorn && index === lines.length - 1));
  const located = parsed.filter((entry): entry is Located => !(entry instanceof FormatError));
  const bad = parsed.filter((entry) => entry instanceof FormatError);
  // Only a text whose first line is no value by itself can be one value over several lines.
  if (lines.length > 1 && bad[0]?.line === first.line) {
    try {
      return { kind: 'whole', located: { value: JSON.parse(content) as Json, line: first.line }, indent: indentOf(content) };
    } catch (error) {
      const { message } = error as Error;
      const line = brokenLine(message) ?? (lines.at(-1)?.line as number);
      const broken = new FormatError({ line, expected: 'whole JSON', found: `JSON that is torn or broken (${message})` });
      if (located.length === 0 || first.text === '{' || first.text === '[') throw /^[[{]/.test(first.text) ? broken : bad[0];
    }
  }
  if (located.length === 0) throw bad[0] as FormatError;
  return { kind: 'lines', located, bad };
}

function parseLine({ text, line }: { readonly text: string; readonly line: number }, isTorn: boolean): Located | FormatError {
  try {
    return { value: JSON.parse(text) as Json, line };
  } catch (error) {
    const reason = (error as Error).message;
    if (isTorn && /^[[{]/.test(text)) {
      return new FormatError({ line, expected: 'a whole JSON value', found: `a torn one: the file ends inside it (${reason})` });
    }
    return new FormatError({
      line,
      expected: line === 1 ? EXPECTED : 'one JSON value a line',
      found: `${excerpt(text)} (${reason})`,
    });
  }
}

/** The line a parser stopped at, where it says so; a torn text ends without one. */
function brokenLine(message: string): number | undefined {
  const line = /\(line (\d+) column \d+\)/.exec(message)?.[1];
  return line === undefined ? undefined : Number(line);
}

/** The start of a text, for messages. */
export function excerpt(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40).toWellFormed()}…` : text;
}

function indentOf(content: string): number {
  return /\n( *)\S/.exec(content)?.[1]?.length || 2;
}

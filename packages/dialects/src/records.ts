import type { Json } from '@tenfold/core';
import { FormatError } from './format-error.ts';
import { isTooDeep, MOST_LEVELS } from './json.ts';

/** A JSON value of a file, its text there, and the line it starts on, counted from 1. */
export interface Located {
  readonly value: Json;
  readonly text: string;
  readonly line: number;
}

/** What a level of a JSON value over several lines is moved in by: so many spaces, or a tab. */
export type Indent = number | '\t';

/** A file as JSON: one value over the whole of it, or one a line; lines that are no JSON are told apart, each with its error. */
export type Records =
  | { readonly kind: 'whole'; readonly located: Located; readonly indent: Indent }
  | { readonly kind: 'lines'; readonly located: readonly Located[]; readonly bad: readonly FormatError[] };

/** What a file should have been. */
export const EXPECTED =
  'a request body or list of messages (OpenAI, Anthropic, Gemini, AI SDK) as JSON, JSONL with one conversation, one request of a batch or one message a line, ShareGPT, or a transcript of Claude Code, Codex, ChatGPT or opencode';

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
      return {
        kind: 'whole',
        located: { value: readable(content, first.line), text: content.trim(), line: first.line },
        indent: indentOf(content),
      };
    } catch (error) {
      if (error instanceof FormatError) throw error;
      const { message } = error as Error;
      const line = brokenLine(message) ?? (lines.at(-1)?.line as number);
      const broken = new FormatError({ line, expected: 'whole JSON', found: `JSON that is torn or broken (${message})` });
      if (located.length === 0 || first.text === '{' || first.text === '[') throw /^[[{]/.test(first.text) ? broken : bad[0];
    }
  }
  if (located.length === 0) throw bad[0] as FormatError;
  return { kind: 'lines', located, bad };
}

/** The value of a JSON text. Throws {@link FormatError} when it lies too deep, and the parser's error when it is no JSON. */
function readable(text: string, line: number): Json {
  const value = JSON.parse(text) as Json;
  if (!isTooDeep(value)) return value;
  throw new FormatError({
    line,
    expected: `JSON of at most ${MOST_LEVELS} levels`,
    found: 'lists and objects that lie deeper in each other',
  });
}

function parseLine({ text, line }: { readonly text: string; readonly line: number }, isTorn: boolean): Located | FormatError {
  try {
    return { value: readable(text, line), text, line };
  } catch (error) {
    if (error instanceof FormatError) return error;
    const reason = (error as Error).message;
    if (isTorn && /^[[{]/.test(text)) {
      return new FormatError({ line, expected: 'a whole JSON value', found: `a torn one: the file ends inside it (${reason})` });
    }
    return new FormatError({
      line,
      expected: line === 1 ? EXPECTED : 'one JSON value a line',
      found: pageFound(text) ?? `${excerpt(text)} (${reason})`,
    });
  }
}

/** Conversations that were written down for people lack what is needed to go on with them. */
function pageFound(text: string): string | undefined {
  const kind = /^<(!doctype|html|\?xml)/i.test(text) ? 'HTML' : /^#{1,6} /.test(text) ? 'Markdown' : undefined;
  return kind && `${kind}, which is for people to read (export the conversation as JSON or JSONL instead)`;
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

function indentOf(content: string): Indent {
  const space = /\n([ \t]*)\S/.exec(content)?.[1] ?? '';
  return space.startsWith('\t') ? '\t' : space.length || 2;
}

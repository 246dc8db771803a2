import { FormatError } from './format-error.ts';
import { MAX_LEVELS } from './json.ts';

/** What a file should have been. */
export const EXPECTED =
  'a request body or list of messages (OpenAI, Anthropic, Gemini, AI SDK) as JSON, JSONL with one conversation, one request of a batch or one message a line, ShareGPT, or a transcript of Claude Code, Codex, ChatGPT, Cline, Roo or opencode';

/** A line that is no JSON, or only the beginning of it. */
export function refusalOf(text: string, line: number, isTorn: boolean, error?: Error): FormatError {
  const reason = error === undefined ? '' : ` (${error.message})`;
  if (isTorn && /^[[{]/.test(text))
    return new FormatError({ line, expected: 'a whole JSON value', found: `a torn one: the file ends inside it${reason}` });
  const expected = line === 1 ? EXPECTED : 'one JSON value a line';
  return new FormatError({ line, expected, found: pageFound(text) ?? `"${excerpt(text)}"${reason}` });
}

/** Values that lie too deep in each other to be read. */
export function tooDeep(line: number): FormatError {
  const found = 'lists and objects that lie deeper in each other';
  return new FormatError({ line, expected: `JSON of at most ${MAX_LEVELS} levels`, found });
}

/** More than a file may hold. */
export function tooMuch(line: number, found: string): FormatError {
  return new FormatError({ line, expected: 'a transcript, one JSON value a line', found });
}

/** Conversations that were written down for people lack what is needed to go on with them. */
function pageFound(text: string): string | undefined {
  const kind = /^<(!doctype|html|\?xml)/i.test(text) ? 'HTML' : /^#{1,6} /.test(text) ? 'Markdown' : undefined;
  return kind && `${kind}, which is for people to read (export the conversation as JSON or JSONL instead)`;
}

/** The start of a text, for messages. */
export function excerpt(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40).toWellFormed()}…` : text;
}

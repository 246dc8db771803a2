import type { JsonObject, ToolCall } from '../message.ts';
import { type Lines, linesOf } from './lines.ts';

/** What an edit put into its file and what it took out. */
export interface WrittenText {
  readonly written: Lines;
  readonly replaced: Lines | null;
  /** True when it wrote the whole file. */
  readonly isWhole: boolean;
}

const NEW = ['new_string', 'newText', 'new_str', 'new_source', 'replace', 'insert_text', 'new_content'];
const OLD = ['old_string', 'oldText', 'old_str', 'search'];
const WHOLE = ['content', 'file_text', 'contents', 'text'];

/** The text an edit's input carries, where it says so plainly. */
export function writtenText({ input }: ToolCall): WrittenText | null {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return null;
  const fields = input as JsonObject;
  const lines = (names: readonly string[]) => {
    const name = names.find((field) => typeof fields[field] === 'string');
    return name === undefined ? null : linesOf(fields[name] as string);
  };
  const replaced = lines(OLD);
  const part = lines(NEW);
  if (part !== null) return { written: part, replaced, isWhole: false };
  const whole = replaced === null ? lines(WHOLE) : null;
  return whole === null ? null : { written: whole, replaced: null, isWhole: true };
}

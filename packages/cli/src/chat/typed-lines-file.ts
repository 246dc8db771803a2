import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { writeWhole } from '../file/write-whole.ts';
import { LONGEST_LINE, MAX_LINES } from './typed-lines.ts';

/** Where the lines of a home are kept: one JSON text a line, readable by its owner only. */
export function typedLinesFile(home: string): string {
  return path.join(home, 'chat-lines.jsonl');
}

/** Lines of earlier chats, the oldest first. A file that is not there, or damaged, has fewer; it never keeps a chat from opening. */
export async function readTypedLines(file: string): Promise<readonly string[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text
    .split('\n')
    .flatMap((line) => {
      try {
        const typed: unknown = JSON.parse(line);
        return typeof typed === 'string' && typed.length <= LONGEST_LINE ? [typed] : [];
      } catch {
        return [];
      }
    })
    .slice(-MAX_LINES);
}

/** Adds a line behind those that are there, other chats' too. A home that cannot be written to only forgets it. */
export async function keepTypedLine(file: string, line: string): Promise<void> {
  const before = await readTypedLines(file);
  if (line.length > LONGEST_LINE || before.at(-1) === line) return;
  const lines = [...before, line].slice(-MAX_LINES);
  await writeWhole(file, lines.map((one) => `${JSON.stringify(one)}\n`).join(''), { mode: 0o600 }).catch(() => undefined);
}

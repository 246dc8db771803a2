import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import type { ClientAttachment } from '@tenfold/contract';
import { tame } from '../draw/width.ts';
import type { CommandContext, CommandOutcome } from './command-outcome.ts';

/** Bytes of a file that is sent at most; the server refuses more. */
const MAX_BYTES = 20_000_000;

/** Files whose kind a model must be told; all others are text or cannot be read by one. */
const KINDS: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.pdf': 'application/pdf',
  '.json': 'application/json',
  '.csv': 'text/csv',
  '.md': 'text/markdown',
  '.html': 'text/html',
};

/** Puts a file to the next message, or takes all off again where none is named. */
export async function file({ files }: CommandContext, _: string, __: readonly string[], rest: string): Promise<CommandOutcome> {
  if (rest === '')
    return files.length === 0
      ? { text: 'No file goes with the next message. /file PATH adds one.' }
      : { text: `Taken off: ${files.map(({ name }) => tame(name)).join(', ')}.`, files: [] };
  const given = rest.replace(/^(["'])(.*)\1$/, '$2').replace(/^~(?=\/|$)/, homedir());
  try {
    const read = await chatFile(path.resolve(given));
    return { text: `${tame(read.name)} (${sizeOf(read.bytes)}) goes with the next message.`, files: [...files, read] };
  } catch (error) {
    return { text: `${tame(given)} was not added: ${reasonOf(error)}`, bad: true };
  }
}

async function chatFile(from: string): Promise<ClientAttachment> {
  const bytes = await readFile(from);
  if (bytes.length > MAX_BYTES) throw new Error(`it has ${sizeOf(bytes.length)}, and ${sizeOf(MAX_BYTES)} is the most.`);
  const name = path.basename(from);
  const mediaType = KINDS[path.extname(name).toLowerCase()] ?? (isText(bytes) ? 'text/plain' : 'application/octet-stream');
  return { name, mediaType, bytes: bytes.length, dataUrl: `data:${mediaType};base64,${bytes.toString('base64')}` };
}

function isText(bytes: Uint8Array): boolean {
  try {
    return !new TextDecoder('utf-8', { fatal: true }).decode(bytes).includes('\0');
  } catch {
    return false;
  }
}

/** `8.2 kB`, as people say it. */
export function sizeOf(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const known: Readonly<Record<string, string>> = {
    ENOENT: 'there is no such file.',
    EISDIR: 'it is a folder.',
    EACCES: 'you may not read it.',
  };
  return known[code ?? ''] ?? message;
}

import type { ExportFormat } from '@tenfold/contract';
import { type Frame, jsonInPieces, type Message, messageText } from '@tenfold/core';
import { type DialectId, dialectOf, type Sliced } from '@tenfold/dialects';
import { inTurns } from '../pace.ts';

/** A session as a file. */
export interface ExportedFile {
  readonly name: string;
  readonly mediaType: string;
  readonly text: string;
}

/** A conversation to be written. */
export interface Written {
  readonly id: string;
  readonly title: string;
  /** When it began and was last used, in milliseconds since 1970. */
  readonly created: number;
  readonly updated: number;
  readonly frame: Frame;
  readonly messages: readonly Message[];
  /** When each of them was said. */
  readonly times: readonly number[];
}

const DIALECTS: Readonly<Partial<Record<ExportFormat, DialectId>>> = {
  jsonl: 'jsonl',
  openai: 'openai-chat',
  anthropic: 'anthropic',
};

/** A conversation as a file, written in slices. */
export async function writtenAs(format: ExportFormat, written: Written): Promise<ExportedFile> {
  const { title, created, updated, times } = written;
  const letters = title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
  const stem = [...letters].slice(0, 60).join('') || 'conversation';
  const dialect = DIALECTS[format];
  if (dialect !== undefined) {
    const isLine = format === 'jsonl';
    const rest = isLine
      ? { rest: { dialect, fields: { id: written.id, source: 'tenfold', meta: { title, created, updated, times } } } }
      : {};
    const said = { frame: written.frame, messages: written.messages, ...rest };
    const wire = await inTurns(dialectOf(dialect).encodeInSlices(said, { asStored: isLine }));
    const texts = await inTurns(allOf(jsonInPieces(wire, isLine ? 0 : 2), (text) => text));
    return {
      name: `${stem}.${isLine ? 'jsonl' : 'json'}`,
      mediaType: isLine ? 'application/x-ndjson' : 'application/json',
      text: `${texts.join('')}\n`,
    };
  }
  if (format === 'markdown') return { name: `${stem}.md`, mediaType: 'text/markdown', text: await markdown(written) };
  return { name: `${stem}.html`, mediaType: 'text/html', text: await html(written) };
}

function* allOf<T>(items: Iterable<T>, write: (item: T) => string): Sliced<readonly string[]> {
  const written: string[] = [];
  for (const item of items) {
    written.push(write(item));
    yield;
  }
  return written;
}

async function markdown({ title, frame, messages }: Written): Promise<string> {
  const system = frame.system ? [`## System\n\n${frame.system}`] : [];
  const said = await inTurns(allOf(messages, (message) => `## ${label(message)}\n\n${bodyOf(message)}`));
  return `${[`# ${title}`, ...system, ...said].join('\n\n')}\n`;
}

/** Everything from a message is text here, never markup. */
async function html({ title, frame, messages }: Written): Promise<string> {
  const block = (name: string, text: string) => `<section><h2>${escaped(name)}</h2><pre>${escaped(text)}</pre></section>`;
  const system = frame.system ? [block('System', frame.system)] : [];
  const style =
    'body{font:16px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem}pre{white-space:pre-wrap}h2{font-size:1rem}';
  return [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title><style>${style}</style></head><body>`,
    `<h1>${escaped(title)}</h1>`,
    ...system,
    ...(await inTurns(allOf(messages, (message) => block(label(message), bodyOf(message))))),
    '</body></html>',
    '',
  ].join('\n');
}

function label({ role }: Message): string {
  return `${role.charAt(0).toUpperCase()}${role.slice(1)}`;
}

function bodyOf(message: Message): string {
  const calls = message.parts.flatMap((part) => {
    if (part.type === 'tool-call') return [`Calls ${part.name}: ${JSON.stringify(part.input)}`];
    return part.type === 'attachment' ? [`Attachment: ${part.name ?? 'unnamed'} (${part.mediaType})`] : [];
  });
  return [messageText(message), ...calls].filter((text) => text !== '').join('\n\n');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

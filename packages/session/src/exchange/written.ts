import type { ExportFormat } from '@tenfold/contract';
import { type Frame, type Message, messageText } from '@tenfold/core';
import { type DialectId, dialectOf } from '@tenfold/dialects';

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
}

const DIALECTS: Readonly<Partial<Record<ExportFormat, DialectId>>> = {
  jsonl: 'jsonl',
  openai: 'openai-chat',
  anthropic: 'anthropic',
};

/** A conversation as a file. */
export function writtenAs(format: ExportFormat, written: Written): ExportedFile {
  const { title, created, updated } = written;
  const letters = title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
  const stem = [...letters].slice(0, 60).join('') || 'conversation';
  const dialect = DIALECTS[format];
  if (dialect !== undefined) {
    const isLine = format === 'jsonl';
    const rest = isLine
      ? { rest: { dialect, fields: { id: written.id, source: 'tenfold', meta: { title, created, updated } } } }
      : {};
    const wire = dialectOf(dialect).encode({ frame: written.frame, messages: written.messages, ...rest }, { asStored: isLine });
    return {
      name: `${stem}.${isLine ? 'jsonl' : 'json'}`,
      mediaType: isLine ? 'application/x-ndjson' : 'application/json',
      text: `${JSON.stringify(wire, null, isLine ? 0 : 2)}\n`,
    };
  }
  if (format === 'markdown') return { name: `${stem}.md`, mediaType: 'text/markdown', text: markdown(written) };
  return { name: `${stem}.html`, mediaType: 'text/html', text: html(written) };
}

function markdown({ title, frame, messages }: Written): string {
  const system = frame.system ? [`## System\n\n${frame.system}`] : [];
  return `${[`# ${title}`, ...system, ...messages.map((message) => `## ${label(message)}\n\n${shown(message)}`)].join('\n\n')}\n`;
}

/** Everything from a message is text here, never markup. */
function html({ title, frame, messages }: Written): string {
  const block = (name: string, text: string) => `<section><h2>${escaped(name)}</h2><pre>${escaped(text)}</pre></section>`;
  const system = frame.system ? [block('System', frame.system)] : [];
  const style =
    'body{font:16px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem}pre{white-space:pre-wrap}h2{font-size:1rem}';
  return [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title><style>${style}</style></head><body>`,
    `<h1>${escaped(title)}</h1>`,
    ...system,
    ...messages.map((message) => block(label(message), shown(message))),
    '</body></html>',
    '',
  ].join('\n');
}

function label({ role }: Message): string {
  return `${role.charAt(0).toUpperCase()}${role.slice(1)}`;
}

function shown(message: Message): string {
  const calls = message.parts.flatMap((part) => {
    if (part.type === 'tool-call') return [`Calls ${part.name}: ${JSON.stringify(part.input)}`];
    return part.type === 'attachment' ? [`Attachment: ${part.name ?? 'unnamed'} (${part.mediaType})`] : [];
  });
  return [messageText(message), ...calls].filter((text) => text !== '').join('\n\n');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

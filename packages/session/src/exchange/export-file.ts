import type { ExportFormat } from '@tenfold/contract';
import { type Frame, jsonInPieces, type Message, messageText } from '@tenfold/core';
import { type DialectId, dialectOf } from '@tenfold/dialects';
import { runInSlices } from '../run-in-slices.ts';

/** A session as a file. */
export interface ExportedFile {
  readonly name: string;
  readonly mediaType: string;
  /** All of it. */
  readonly text: string;
  /** The same in short pieces, each made when it is taken. */
  pieces(): IterableIterator<string, void, undefined>;
}

/** A conversation to be exported. */
export interface ExportSource {
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

/** A conversation as a file. */
export async function writeExport(format: ExportFormat, source: ExportSource): Promise<ExportedFile> {
  const letters = source.title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
  const stem = [...letters].slice(0, 60).join('') || 'conversation';
  const dialect = DIALECTS[format];
  if (dialect !== undefined) {
    const isLine = format === 'jsonl';
    const wire = await runInSlices(
      dialectOf(dialect).encodeInSlices(withConversationFields(source, isLine), { asStored: isLine }),
    );
    const [ending, mediaType] = isLine ? ['jsonl', 'application/x-ndjson'] : ['json', 'application/json'];
    return exportedFile(`${stem}.${ending}`, mediaType, () => jsonFile(wire, isLine ? 0 : 2));
  }
  if (format === 'markdown') return exportedFile(`${stem}.md`, 'text/markdown', () => markdown(source));
  return exportedFile(`${stem}.html`, 'text/html', () => html(source));
}

function withConversationFields({ id, title, created, updated, times, frame, messages }: ExportSource, isOurs: boolean) {
  const fields = { id, source: 'tenfold', meta: { title, created, updated, times } };
  return { frame, messages, ...(isOurs ? { rest: { dialect: 'jsonl' as const, fields } } : {}) };
}

type Pieces = Generator<string, void, undefined>;

function exportedFile(name: string, mediaType: string, pieces: () => Pieces): ExportedFile {
  return {
    name,
    mediaType,
    pieces,
    get text() {
      return [...pieces()].join('');
    },
  };
}

function* jsonFile(wire: unknown, indent: 0 | 2): Pieces {
  yield* jsonInPieces(wire, indent);
  yield '\n';
}

function* markdown({ title, frame, messages }: ExportSource): Pieces {
  yield `# ${title}\n`;
  if (frame.system) yield `\n## System\n\n${frame.system}\n`;
  for (const message of messages) yield `\n## ${label(message)}\n\n${bodyOf(message)}\n`;
}

/** Everything from a message is text here, never markup. */
function* html({ title, frame, messages }: ExportSource): Pieces {
  const block = (name: string, text: string) => `<section><h2>${escaped(name)}</h2><pre>${escaped(text)}</pre></section>\n`;
  const style =
    'body{font:16px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem}pre{white-space:pre-wrap}h2{font-size:1rem}';
  const head = `<meta charset="utf-8"><title>${escaped(title)}</title><style>${style}</style>`;
  yield `<!doctype html>\n<html lang="en"><head>${head}</head><body>\n<h1>${escaped(title)}</h1>\n`;
  if (frame.system) yield block('System', frame.system);
  for (const message of messages) yield block(label(message), bodyOf(message));
  yield '</body></html>\n';
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

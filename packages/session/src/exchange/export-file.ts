import type { ExportFormat } from '@tenfold/contract';
import { type Frame, jsonInPieces, type Message } from '@tenfold/core';
import { type DialectId, dialectOf } from '@tenfold/dialects';
import { runInSlices } from '../run-in-slices.ts';
import { type ReadablePiece, readableMessage } from './readable-message.ts';

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
  yield `# ${inLine(title)}\n`;
  if (frame.system) yield `\n## System\n\n${unheaded(frame.system)}\n`;
  for (const message of messages) {
    yield `\n## ${label(message)}\n`;
    for (const { label: what, text } of readableMessage(message)) {
      if (what !== undefined) yield `\n**${inLine(what)}**\n`;
      if (text !== '') yield what === undefined ? `\n${unheaded(text)}\n` : `\n${codeBlock(text)}\n`;
    }
  }
}

/** Words of a line that are no marks of Markdown. */
function inLine(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>]/g, '\\$&');
}

/** Words as they are, but that none of their lines can pose as the beginning of another message. */
function unheaded(text: string): string {
  return text.replace(/^([ \t]{0,3})(#{1,2}[ \t])/gm, '$1\\$2');
}

/** Text between fences that nothing in it can close. */
function codeBlock(text: string): string {
  const longest = (text.match(/`{3,}/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2);
  const mark = '`'.repeat(longest + 1);
  return `${mark}\n${text}\n${mark}`;
}

/** Everything from a message is text here, never markup. */
function* html({ title, frame, messages }: ExportSource): Pieces {
  const style =
    'body{font:16px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem}pre{white-space:pre-wrap}h2{font-size:1rem}h3{font-size:.9rem;font-weight:500;opacity:.7}img{max-width:100%}';
  const head = `<meta charset="utf-8"><title>${escaped(title)}</title><style>${style}</style>`;
  yield `<!doctype html>\n<html lang="en"><head>${head}</head><body>\n<h1>${escaped(title)}</h1>\n`;
  if (frame.system) yield `<section><h2>System</h2><pre>${escaped(frame.system)}</pre></section>\n`;
  for (const message of messages) {
    yield `<section><h2>${label(message)}</h2>`;
    for (const piece of readableMessage(message)) yield* pieceOfHtml(piece);
    yield '</section>\n';
  }
  yield '</body></html>\n';
}

/** Letters of a picture that are written at a time. */
const AT_ONCE = 1 << 16;

function* pieceOfHtml({ label: what, text, picture }: ReadablePiece): Pieces {
  if (what !== undefined) yield `<h3>${escaped(what)}</h3>`;
  if (text !== '') yield `<pre>${escaped(text)}</pre>`;
  if (picture === undefined) return;
  yield `<img alt="${escaped(what ?? '')}" src="data:${picture.mediaType};base64,`;
  for (let at = 0; at < picture.base64.length; at += AT_ONCE) yield picture.base64.slice(at, at + AT_ONCE);
  yield '">';
}

function label({ role }: Message): string {
  return `${role.charAt(0).toUpperCase()}${role.slice(1)}`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

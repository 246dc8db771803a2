import { type ContentKind, formatCount, formatStatus, type Level, type Status } from '@tenfold/core';
import type { Style, Terminal } from './terminal.ts';

/** How full a context is and what fills it: a gauge, a bar and a table by kind of content. */
export function drawStatus(status: Status, terminal: Terminal): string {
  const width = Math.max(20, Math.min(76, terminal.columns - 4));
  const slices = slicesOf(status);
  const lines = [
    `${terminal.paint('bold', formatStatus(status))}  ${terminal.paint('dim', status.model)}`,
    gauge(status, width, terminal),
    '',
    bar(slices, status.used, width, terminal),
    '',
    ...table(slices, status.used, terminal),
  ];
  return lines.map((line) => `${line === '' ? '' : '  '}${line}\n`).join('');
}

interface Slice {
  readonly kind: ContentKind;
  readonly tokens: number;
}

/** What is there, heaviest first. */
function slicesOf({ breakdown }: Status): Slice[] {
  return kinds
    .map((kind) => ({ kind, tokens: breakdown[kind] }))
    .filter(({ tokens }) => tokens > 0)
    .sort((a, b) => b.tokens - a.tokens);
}

/** The whole room: used, free, and the two watermarks as ticks. */
function gauge({ used, room, softAt, hardAt, level }: Status, width: number, terminal: Terminal): string {
  const cell = (tokens: number) => Math.min(width, Math.ceil((width * tokens) / room));
  const filled = cell(used);
  const ticks = new Set([cell(softAt), cell(hardAt)]);
  const free = Array.from({ length: width - filled }, (_, i) => (ticks.has(filled + i) ? '│' : '·')).join('');
  return terminal.paint(levelStyle[level], '█'.repeat(filled)) + terminal.paint('dim', free);
}

/** The used part alone, stretched over the line; without colours, letters tell the kinds apart. */
function bar(slices: readonly Slice[], used: number, width: number, terminal: Terminal): string {
  let cells = '';
  let tokens = 0;
  let drawn = 0;
  for (const slice of slices) {
    tokens += slice.tokens;
    const end = Math.round((width * tokens) / used);
    const { style, letter } = look[slice.kind];
    cells += terminal.paint(style, (terminal.colour ? '█' : letter).repeat(end - drawn));
    drawn = end;
  }
  return cells;
}

function table(slices: readonly Slice[], used: number, terminal: Terminal): string[] {
  const row = (mark: string, name: string, tokens: string, share: string) =>
    `${mark} ${name.padEnd(16)} ${tokens.padStart(11)} ${share.padStart(7)}`;
  const rows = slices.map(({ kind, tokens }) => {
    const { style, letter, name } = look[kind];
    const share = `${((100 * tokens) / used).toFixed(1)}%`;
    return row(terminal.paint(style, terminal.colour ? '■' : letter), name, formatCount(tokens), share);
  });
  return [
    terminal.paint('dim', row(' ', 'what', 'tokens', 'share')),
    ...rows,
    terminal.paint('bold', row(' ', 'total', formatCount(used), '100.0%')),
  ];
}

const levelStyle: Record<Level, Style> = { normal: 'green', warning: 'yellow', critical: 'red' };

const look: Record<ContentKind, { readonly style: Style; readonly letter: string; readonly name: string }> = {
  system: { style: 'magenta', letter: 's', name: 'system text' },
  tools: { style: 'magentaBright', letter: 'd', name: 'tool definitions' },
  summaries: { style: 'whiteBright', letter: 'z', name: 'summaries' },
  user: { style: 'green', letter: 'u', name: 'user' },
  assistant: { style: 'blue', letter: 'a', name: 'assistant' },
  toolCalls: { style: 'yellow', letter: 'c', name: 'tool calls' },
  toolResults: { style: 'cyan', letter: 'r', name: 'tool results' },
  reasoning: { style: 'blueBright', letter: 't', name: 'reasoning' },
  attachments: { style: 'red', letter: 'f', name: 'attachments' },
  draft: { style: 'greenBright', letter: 'w', name: 'draft' },
};

const kinds = Object.keys(look) as ContentKind[];

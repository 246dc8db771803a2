import type { Breakdown, ContentKind, Level, Status } from '@tenfold/core';
import { formatCount, formatStatus } from '@tenfold/core';
import type { Screen, Style } from '../terminal.ts';
import { drawSlices } from './bar.ts';
import { type Cell, drawTable } from './table.ts';
import { share } from './words.ts';

/** How full a context is and what fills it: a gauge, a bar and a table by kind of content. */
export function drawStatus(status: Status, screen: Screen, width: number): string[] {
  return [...drawGauge(status, screen, width), '', ...drawContents(status.breakdown, status.used, screen, width)];
}

/** What fills a context: a bar and a table by kind of content, heaviest first. */
export function drawContents(breakdown: Breakdown, used: number, screen: Screen, width: number): string[] {
  return [drawKinds(breakdown, width, screen), '', ...table(breakdown, used, screen, width)];
}

/** A bar of so many characters, a slice for every kind of content, heaviest first. */
export function drawKinds(breakdown: Breakdown, width: number, screen: Screen): string {
  const slices = kindsIn(breakdown).map((kind) => ({ size: breakdown[kind], ...looks[kind] }));
  return drawSlices(slices, width, screen);
}

/** Kinds of content that are there in any of them, the first one's heaviest first. */
export function kindsIn(...breakdowns: readonly [Breakdown, ...Breakdown[]]): ContentKind[] {
  const [first] = breakdowns;
  return (Object.keys(looks) as ContentKind[])
    .filter((kind) => breakdowns.some((breakdown) => breakdown[kind] > 0))
    .sort((a, b) => first[b] - first[a]);
}

/** A kind's name, and the mark by which it is found in a bar. */
export function kindLook(kind: ContentKind, screen: Screen): { readonly name: string; readonly mark: Cell } {
  const { name, style, letter } = looks[kind];
  return { name, mark: { text: screen.colour ? '■' : letter, style } };
}

/** What a kind of content is called. */
export function kindName(kind: ContentKind): string {
  return looks[kind].name;
}

/** One line of words, one of the whole room: used, free, and the two watermarks as ticks. */
export function drawGauge(status: Status, screen: Screen, width: number): string[] {
  const { used, room, softAt, hardAt, level, model } = status;
  const cell = (tokens: number) => Math.min(width, Math.ceil((width * tokens) / room));
  const filled = cell(used);
  const ticks = new Set([cell(softAt), cell(hardAt)]);
  const free = Array.from({ length: width - filled }, (_, i) => (ticks.has(filled + i) ? '│' : '·')).join('');
  const words = formatStatus(status);
  const name = words.length + 2 + model.length <= width ? `  ${screen.paint('dim', model)}` : '';
  return [screen.paint('bold', words) + name, screen.paint(levelStyles[level], '█'.repeat(filled)) + screen.paint('dim', free)];
}

function table(breakdown: Breakdown, used: number, screen: Screen, width: number): string[] {
  const columns = [
    { title: '' },
    { title: 'what', least: 8 },
    { title: 'tokens', align: 'right' },
    { title: 'share', align: 'right' },
  ] as const;
  const rows = kindsIn(breakdown).map((kind) => {
    const { mark, name } = kindLook(kind, screen);
    return [mark, name, formatCount(breakdown[kind]), share(breakdown[kind], used)];
  });
  const total = { cells: ['', 'total', formatCount(used), '100.0%'], style: 'bold' } as const;
  return drawTable(columns, [...rows, total], width, screen);
}

const levelStyles: Record<Level, Style> = { normal: 'green', warning: 'yellow', critical: 'red' };

const looks: Record<ContentKind, { readonly style: Style; readonly letter: string; readonly name: string }> = {
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

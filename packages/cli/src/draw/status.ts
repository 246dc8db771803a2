import type { ContentKind, Level, Status } from '@tenfold/core';
import { formatCount, formatStatus } from '@tenfold/core';
import type { Screen, Style } from '../terminal.ts';
import { drawSlices } from './bar.ts';
import { drawTable } from './table.ts';
import { share } from './words.ts';

/** How full a context is and what fills it: a gauge, a bar and a table by kind of content. */
export function drawStatus(status: Status, screen: Screen, width: number): string[] {
  const kinds = kindsOf(status);
  const bar = kinds.map((kind) => ({ size: status.breakdown[kind], ...looks[kind] }));
  return [...drawGauge(status, screen, width), '', drawSlices(bar, width, screen), '', ...table(kinds, status, screen, width)];
}

/** One line of words, one of the whole room: used, free, and the two watermarks as ticks. */
export function drawGauge(status: Status, screen: Screen, width: number): string[] {
  const { used, room, softAt, hardAt, level, model } = status;
  const cell = (tokens: number) => Math.min(width, Math.ceil((width * tokens) / room));
  const filled = cell(used);
  const ticks = new Set([cell(softAt), cell(hardAt)]);
  const free = Array.from({ length: width - filled }, (_, i) => (ticks.has(filled + i) ? '│' : '·')).join('');
  return [
    `${screen.paint('bold', formatStatus(status))}  ${screen.paint('dim', model)}`,
    screen.paint(levelStyles[level], '█'.repeat(filled)) + screen.paint('dim', free),
  ];
}

/** Kinds that are there, heaviest first. */
function kindsOf({ breakdown }: Status): ContentKind[] {
  return (Object.keys(looks) as ContentKind[]).filter((kind) => breakdown[kind] > 0).sort((a, b) => breakdown[b] - breakdown[a]);
}

function table(kinds: readonly ContentKind[], { breakdown, used }: Status, screen: Screen, width: number): string[] {
  const columns = [
    { title: '' },
    { title: 'what', least: 8 },
    { title: 'tokens', align: 'right' },
    { title: 'share', align: 'right' },
  ] as const;
  const rows = kinds.map((kind) => {
    const { style, letter, name } = looks[kind];
    const tokens = breakdown[kind];
    return [{ text: screen.colour ? '■' : letter, style }, name, formatCount(tokens), share(tokens, used)];
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

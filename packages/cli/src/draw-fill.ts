import type { ContentKind, Fill } from './fill.ts';
import type { Style, Terminal } from './terminal.ts';

/** The size a fill is measured against. */
export interface Window {
  readonly model: string;
  /** Tokens input may use. */
  readonly room: number;
}

/** A gauge, a bar of what is in it, and a table by kind of content. */
export function drawFill(fill: Fill, window: Window, terminal: Terminal): string {
  const lines = [gauge(fill, window, terminal), '', ...bar(fill, terminal), '', ...table(fill, terminal)];
  return `${lines.join('\n')}\n`;
}

/** `2,450 / 105,216 tokens - 2%`, coloured by how full it is. */
function gauge(fill: Fill, window: Window, terminal: Terminal): string {
  const percent = Math.round((100 * fill.tokens) / window.room);
  const level: Style = percent >= 85 ? 'red' : percent >= 70 ? 'yellow' : 'green';
  const width = Math.min(40, terminal.columns - 4);
  const filled = Math.min(width, Math.ceil((width * fill.tokens) / window.room));
  const meter = terminal.paint(level, '█'.repeat(filled)) + terminal.paint('dim', '░'.repeat(width - filled));
  const approximately = fill.exact ? '' : '≈ ';
  const text = `${approximately}${number(fill.tokens)} / ${number(window.room)} tokens - ${percent}%`;
  return [
    `  ${terminal.paint('bold', text)}  ${terminal.paint('dim', `${window.model}, ${fill.messages} messages`)}`,
    `  ${meter}`,
  ].join('\n');
}

/** The used part alone, stretched over the line; without colours its letters tell the kinds apart. */
function bar(fill: Fill, terminal: Terminal): string[] {
  const width = Math.min(76, terminal.columns - 4);
  let cells = '';
  let weight = 0;
  let drawn = 0;
  for (const slice of fill.slices) {
    weight += slice.tokens;
    const end = Math.round((width * weight) / fill.tokens);
    cells += terminal.paint(look[slice.kind].style, (terminal.colour ? '█' : look[slice.kind].letter).repeat(end - drawn));
    drawn = end;
  }
  return [`  ${cells}`];
}

function table(fill: Fill, terminal: Terminal): string[] {
  const kindWidth = Math.max(...fill.slices.map((slice) => slice.kind.length), 5);
  const itemWidth = Math.max(...fill.slices.map((slice) => number(slice.items).length), 5);
  const tokenWidth = Math.max(number(fill.tokens).length, 6);
  const row = (mark: string, kind: string, items: string, tokens: string, share: string) =>
    `  ${mark} ${kind.padEnd(kindWidth)}  ${items.padStart(itemWidth)}  ${tokens.padStart(tokenWidth)}  ${share.padStart(6)}`;
  const head = terminal.paint('dim', row(' ', 'what', 'parts', 'tokens', 'share'));
  const rows = fill.slices.map((slice) => {
    const { style, letter } = look[slice.kind];
    const share = `${((100 * slice.tokens) / fill.tokens).toFixed(1)}%`;
    return row(
      terminal.paint(style, terminal.colour ? '■' : letter),
      slice.kind,
      number(slice.items),
      number(slice.tokens),
      share,
    );
  });
  const total = terminal.paint('bold', row(' ', 'total', '', number(fill.tokens), '100.0%'));
  return [head, ...rows, total];
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}

const look: Record<ContentKind, { style: Style; letter: string }> = {
  'system text': { style: 'magenta', letter: 'S' },
  'tool definitions': { style: 'magentaBright', letter: 'D' },
  summaries: { style: 'whiteBright', letter: 'Z' },
  'user text': { style: 'green', letter: 'U' },
  'assistant text': { style: 'blue', letter: 'A' },
  reasoning: { style: 'blueBright', letter: 'R' },
  'tool calls': { style: 'yellow', letter: 'c' },
  'tool results': { style: 'cyan', letter: 'r' },
  attachments: { style: 'red', letter: 'F' },
  'other parts': { style: 'white', letter: 'o' },
  'message framing': { style: 'gray', letter: '.' },
};

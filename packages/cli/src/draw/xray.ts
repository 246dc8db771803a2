import { counted, formatCount } from '@tenfold/core';
import type { Screen } from '../terminal.ts';
import type { Xray } from '../xray.ts';
import { drawContents, drawGauge, kindLook } from './status.ts';
import { drawTable } from './table.ts';
import { share } from './words.ts';

/** What fills the conversations of a file: by kind, by part, and what need not be there. */
export function drawXray(xray: Xray, screen: Screen, width: number): string[] {
  const [status] = xray.statuses;
  const many = xray.statuses.length > 1;
  const total = `${xray.exact ? '' : '≈'}${formatCount(xray.tokens)} tokens`;
  const head =
    many || status === undefined
      ? [screen.paint('bold', `${total} in ${counted(xray.statuses.length, 'conversation')}`)]
      : drawGauge(status, screen, width);
  const title = (text: string) => ['', screen.paint('bold', text)];
  return [
    ...head,
    '',
    ...drawContents(xray.breakdown, xray.tokens, screen, width),
    ...title('Largest parts'),
    ...largest(xray, many, screen, width),
    ...(xray.waste.length === 0 ? [] : [...title('Repeated or superseded'), ...waste(xray, screen, width)]),
  ];
}

function largest({ largest: parts, tokens }: Xray, many: boolean, screen: Screen, width: number): string[] {
  const columns = [
    { title: 'message', align: 'right' },
    { title: 'kind', spare: 2 },
    { title: 'what', least: 10, cut: 'middle' },
    { title: 'tokens', align: 'right' },
    { title: 'share', align: 'right', spare: 1 },
  ] as const;
  const rows = parts.map((part) => [
    `${many ? `${part.conversation.line}:` : ''}#${part.message}`,
    kindLook(part.kind, screen).name,
    part.what,
    formatCount(part.tokens),
    share(part.tokens, tokens),
  ]);
  return drawTable(columns, rows, width, screen);
}

function waste({ waste: passes, tokens }: Xray, screen: Screen, width: number): string[] {
  const columns = [
    { title: 'by pass', least: 10 },
    { title: 'tokens', align: 'right' },
    { title: 'share', align: 'right' },
  ] as const;
  const sum = passes.reduce((total, pass) => total + pass.tokens, 0);
  const rows = passes.map((pass) => [pass.name, formatCount(pass.tokens), share(pass.tokens, tokens)]);
  const total = { cells: ['total', formatCount(sum), share(sum, tokens)], style: 'bold' } as const;
  return drawTable(columns, [...rows, total], width, screen);
}

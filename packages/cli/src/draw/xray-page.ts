import { counted, formatCount } from '@tenfold/core';
import { EVIDENCE_KINDS, type EvidenceScore } from '@tenfold/core/evidence';
import type { Trial } from '../trial.ts';
import type { Xray } from '../xray.ts';
import { KIND_NAMES, keptShare, totalEvidence } from './evidence.ts';
import { kindName, kindsIn } from './status.ts';
import { change, share } from './words.ts';
import { PAGE_STYLE } from './xray-page-style.ts';
import type { Verdict } from './xray-verdict.ts';

/** What the page tells. */
export interface XrayFacts {
  readonly name: string;
  readonly seen: Xray;
  readonly trials: readonly Trial[];
  readonly kept: EvidenceScore;
  readonly verdict: Verdict;
}

/** One page that needs nothing but itself: no script, no font, no picture from elsewhere. */
export function xrayPage({ name, seen, trials, kept, verdict }: XrayFacts): string {
  const about = seen.exact ? '' : '≈';
  const [status] = seen.statuses;
  const room = seen.statuses.length === 1 && status !== undefined ? status.room : null;
  const full = room === null ? '' : `${share(seen.tokens, room)} of the room of ${text(status?.model ?? '')}`;
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Context of ${text(name)}</title>
<style>${PAGE_STYLE}</style>
<main>
<header><h1>What fills this context</h1><p>${text(name)} · ${counted(seen.messages, 'message')}</p></header>
${figures([
  [`${about}${formatCount(seen.tokens)}`, `tokens${full === '' ? '' : `, ${full}`}`],
  verdict.waste === null ? null : [verdict.waste, 'repeated or superseded'],
  verdict.left === null ? null : [verdict.left, `tokens once condensed without a model, ${verdict.times} fewer`],
  verdict.facts === null
    ? null
    : [verdict.facts, `of ${formatCount(verdict.found)} facts still in it; the rest can be looked up`],
])}
${contents(seen)}
<section><h2>Largest parts</h2>${table(
    ['', 'what', 'tokens', 'share'],
    seen.largest.map((part) => [
      { html: `<i class="${part.kind}" title="${kindName(part.kind)}"></i>#${part.message}` },
      { html: `<span title="${text(part.what)}">${text(part.what)}</span>` },
      formatCount(part.tokens),
      share(part.tokens, seen.tokens),
    ]),
  )}</section>
<div class="pair"><div>${waste(seen)}
<section><h2>What each strategy would leave</h2><p>Estimates: no model was asked.</p>${table(
    ['', 'tokens', 'change', ''],
    trials.map(({ recipe, before, after }) => [
      recipe.name,
      `${about}${formatCount(after)}`,
      change(before, after),
      bar(after, before),
    ]),
  )}</section></div>
${facts(kept)}</div>
<footer>Made by Tenfold on this machine; nothing was sent anywhere.</footer>
</main></html>
`;
}

function figures(all: readonly (readonly [value: string, about: string] | null)[]): string {
  const cards = all.flatMap((card) => (card === null ? [] : `<div><b>${text(card[0])}</b><span>${text(card[1])}</span></div>`));
  return `<div class="figures">${cards.join('')}</div>`;
}

function contents({ breakdown, tokens }: Xray): string {
  const kinds = kindsIn(breakdown);
  const slices = kinds.map((kind) => `<i class="${kind}" style="flex:${breakdown[kind]}" title="${kindName(kind)}"></i>`);
  const rows = kinds.map(
    (kind) =>
      `<li><i class="${kind}"></i>${kindName(kind)}<b>${share(breakdown[kind], tokens)}</b><span>${formatCount(breakdown[kind])}</span></li>`,
  );
  return `<section><div class="bar">${slices.join('')}</div><ul class="legend">${rows.join('')}</ul></section>`;
}

function waste({ waste: passes, tokens }: Xray): string {
  if (passes.length === 0) return '';
  const rows = passes.map((pass) => [
    pass.name,
    formatCount(pass.tokens),
    share(pass.tokens, tokens),
    bar(pass.tokens, tokens, 'waste'),
  ]);
  return `<section><h2>Repeated or superseded</h2><p>Can go without a model.</p>${table(['', 'tokens', 'share', ''], rows)}</section>`;
}

function facts(kept: EvidenceScore): string {
  const kinds = EVIDENCE_KINDS.filter((kind) => kept[kind] !== undefined);
  if (kinds.length === 0) return '';
  const all = totalEvidence(kept);
  const rows = [...kinds.map((kind) => [KIND_NAMES[kind], kept[kind] ?? NOTHING] as const), ['all', all] as const].map(
    ([name, score]) => [name, formatCount(score.found), keptShare(score), bar(score.kept, score.found)],
  );
  return `<section><h2>What condensing keeps without a model</h2><p>Facts that are still to be seen.</p>${table(['', 'found', 'kept', ''], rows)}</section>`;
}

const NOTHING = { found: 0, kept: 0 };

/** A drawn cell, which is not text. */
interface Drawn {
  readonly html: string;
}

function bar(part: number, whole: number, kind = 'left'): Drawn {
  return { html: `<div class="${kind}"><i style="width:${share(part, whole)}"></i></div>` };
}

/** Cells stay on one line, but for those of the column with names. */
function table(titles: readonly string[], rows: readonly (readonly (string | Drawn)[])[]): string {
  const kind = (at: number) => (titles[at] === 'what' ? ' class="name"' : titles[at] === '' ? '' : ' class="number"');
  const head = `<tr>${titles.map((title, at) => `<th${kind(at)}>${text(title)}</th>`).join('')}</tr>`;
  const cell = (value: string | Drawn, at: number) =>
    `<td${kind(at)}>${typeof value === 'string' ? text(value) : value.html}</td>`;
  return `<table>${head}${rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('')}</table>`;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function text(value: string): string {
  return value.replace(/[&<>"']/g, (mark) => ESCAPES[mark] as string);
}

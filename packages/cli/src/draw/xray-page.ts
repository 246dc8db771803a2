import { type ContentKind, counted, formatCount } from '@tenfold/core';
import { EVIDENCE_KINDS, type EvidenceScore } from '@tenfold/core/evidence';
import type { Trial } from '../trial.ts';
import type { Xray } from '../xray.ts';
import { KIND_NAMES, keptShare, totalEvidence } from './evidence.ts';
import { kindName, kindsIn } from './status.ts';
import { change, share } from './words.ts';
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

const COLOURS: Readonly<Record<ContentKind, string>> = {
  system: '#a855c7',
  tools: '#d28ae6',
  summaries: '#8a8f98',
  user: '#3f9a58',
  assistant: '#3d72d1',
  toolCalls: '#c49a1c',
  toolResults: '#2a9aa5',
  reasoning: '#7ea3ea',
  attachments: '#cf4f45',
  draft: '#7cc38e',
};

/** How the page looks, by day and by night, on a phone as well. */
const PAGE_STYLE = `:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif;--ink:light-dark(#1b1d21,#e9eaec);--dim:light-dark(#5c616b,#a2a7b1);--line:light-dark(#e3e5e9,#2f3238);--card:light-dark(#fff,#1b1d21);background:light-dark(#f5f6f8,#121316);color:var(--ink)}
main{max-width:62rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.5rem;line-height:1.2;margin:0}h2{font-size:1rem;margin:0}
header p,section p,footer,th,.figures span,.legend span{color:var(--dim)}header p,section p{margin:.1rem 0 0;overflow-wrap:anywhere}footer{margin:1.5rem 0;text-align:center}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(11rem,1fr));gap:.75rem;margin:1.2rem 0 .75rem}
.figures div,section{background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:1rem}
.figures b{display:block;font-size:1.9rem;line-height:1.2;letter-spacing:-.02em;font-variant-numeric:tabular-nums}.figures span{display:block;font-size:.85rem;line-height:1.35;margin-top:.2rem;overflow-wrap:anywhere}
section{margin-bottom:.75rem}.pair>*{min-width:0}.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr));gap:0 .75rem;align-items:start}
.bar{display:flex;gap:2px;height:2.2rem;border-radius:.4rem;overflow:hidden;margin-bottom:.8rem}
.legend{list-style:none;margin:0;padding:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(15rem,1fr));gap:.2rem 2rem;font-variant-numeric:tabular-nums}
.legend li{display:flex;align-items:center;gap:.5rem}.legend b{margin-left:auto;font-weight:600}.legend span{min-width:4.5rem;text-align:right}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums;margin-top:.4rem}
th{text-align:left;font-weight:400;font-size:.85rem}td,th{padding:.25rem .9rem .25rem 0;vertical-align:top;white-space:nowrap}td{border-top:1px solid var(--line)}td:last-child,th:last-child{padding-right:0}
.number{text-align:right}.name{white-space:normal;overflow-wrap:anywhere;width:99%}.name span{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}
td i[class],li i{display:inline-block;flex:none;width:.7rem;height:.7rem;border-radius:.15rem;margin-right:.5rem}li i{margin:0}
.left,.waste{min-width:5rem;height:.7rem;margin-top:.4rem;background:var(--line);border-radius:.2rem;overflow:hidden}.left i,.waste i{display:block;height:100%;background:#3f9a58}.waste i{background:#c4731c}
@media(max-width:30rem){.figures{grid-template-columns:1fr 1fr}.figures b{font-size:1.5rem}.figures div,section{padding:.8rem}td,th{padding-right:.6rem}.left,.waste{min-width:2.5rem}.name span{-webkit-line-clamp:3}}
${Object.entries(COLOURS)
  .map(([kind, colour]) => `.${kind}{background:${colour}}`)
  .join('')}`;

import { type ContentKind, counted, formatCount } from '@tenfold/core';
import { EVIDENCE_KINDS, type EvidenceScore } from '@tenfold/core/evidence';
import type { Trial } from '../trial.ts';
import type { Xray } from '../xray.ts';
import { KIND_NAMES, keptShare, totalEvidence } from './evidence.ts';
import { kindName, kindsIn } from './status.ts';
import { change, share } from './words.ts';

/** What the page tells. */
export interface XrayFacts {
  readonly name: string;
  readonly seen: Xray;
  readonly trials: readonly Trial[];
  readonly kept: EvidenceScore;
}

/** One page that needs nothing but itself: no script, no font, no picture from elsewhere. */
export function xrayPage({ name, seen, trials, kept }: XrayFacts): string {
  const about = seen.exact ? '' : '≈';
  const [status] = seen.statuses;
  const room = seen.statuses.length === 1 && status !== undefined ? status.room : null;
  const full = room === null ? '' : ` of ${formatCount(room)} (${share(seen.tokens, room)}) with ${text(status?.model ?? '')}`;
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Context of ${text(name)}</title>
<style>${STYLE}</style>
<main>
<header><p>${text(name)} · ${counted(seen.messages, 'message')}</p>
<h1>${about}${formatCount(seen.tokens)} <small>tokens${full}</small></h1></header>
${contents(seen)}
<section><h2>Largest parts</h2>${table(
    ['', 'what', 'tokens', 'share'],
    seen.largest.map((part) => [
      { html: `<i class="${part.kind}" title="${kindName(part.kind)}"></i>#${part.message}` },
      part.what,
      formatCount(part.tokens),
      share(part.tokens, seen.tokens),
    ]),
  )}</section>
${waste(seen)}
<section><h2>What each strategy would leave</h2><p>Estimates: no model was asked.</p>${table(
    ['', 'tokens', 'change', ''],
    trials.map(({ recipe, before, after }) => [
      recipe.name,
      `${about}${formatCount(after)}`,
      change(before, after),
      bar(after, before),
    ]),
  )}</section>
${facts(kept)}
<footer>Made by Tenfold on this machine; nothing was sent anywhere.</footer>
</main></html>
`;
}

function contents({ breakdown, tokens }: Xray): string {
  const kinds = kindsIn(breakdown);
  const slices = kinds.map((kind) => `<i class="${kind}" style="flex:${breakdown[kind]}" title="${kindName(kind)}"></i>`);
  const rows = kinds.map(
    (kind) =>
      `<tr><td><i class="${kind}"></i>${kindName(kind)}</td><td>${formatCount(breakdown[kind])}</td><td>${share(breakdown[kind], tokens)}</td></tr>`,
  );
  return `<section><div class="bar">${slices.join('')}</div><table>${rows.join('')}</table></section>`;
}

function waste({ waste: passes, tokens }: Xray): string {
  if (passes.length === 0) return '';
  const rows = passes.map((pass) => [pass.name, formatCount(pass.tokens), share(pass.tokens, tokens)]);
  return `<section><h2>Repeated or superseded</h2>${table(['', 'tokens', 'share'], rows)}</section>`;
}

function facts(kept: EvidenceScore): string {
  const kinds = EVIDENCE_KINDS.filter((kind) => kept[kind] !== undefined);
  if (kinds.length === 0) return '';
  const all = totalEvidence(kept);
  const rows = [...kinds.map((kind) => [KIND_NAMES[kind], kept[kind] ?? NOTHING] as const), ['all', all] as const].map(
    ([name, score]) => [name, formatCount(score.found), keptShare(score), bar(score.kept, score.found)],
  );
  return `<section><h2>What condensing keeps without a model</h2>${table(['facts', 'found', 'kept', ''], rows)}</section>`;
}

const NOTHING = { found: 0, kept: 0 };

/** A drawn cell, which is not text. */
interface Drawn {
  readonly html: string;
}

function bar(part: number, whole: number): Drawn {
  return { html: `<div class="left"><i style="width:${share(part, whole)}"></i></div>` };
}

/** Cells stay on one line, but for those of the column with names. */
function table(titles: readonly string[], rows: readonly (readonly (string | Drawn)[])[]): string {
  const head = titles.some((title) => title !== '')
    ? `<tr>${titles.map((title) => `<th>${text(title)}</th>`).join('')}</tr>`
    : '';
  const cell = (value: string | Drawn, at: number) =>
    `<td${titles[at] === 'what' ? ' class="name"' : ''}>${typeof value === 'string' ? text(value) : value.html}</td>`;
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

const STYLE = `:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}
main{max-width:46rem;margin:2rem auto;padding:0 1rem}
h1{font-size:2.6rem;line-height:1.1;margin:.2rem 0 1.2rem}h1 small{font-size:1rem;font-weight:400;opacity:.7}
h2{font-size:1rem;margin:2rem 0 .3rem}header p,section p,footer{opacity:.7;margin:0;overflow-wrap:anywhere}footer{margin:2.5rem 0}
.bar{display:flex;height:2.2rem;border-radius:.4rem;overflow:hidden;margin-bottom:.8rem}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th{text-align:left;font-weight:500;opacity:.7}td,th{padding:.2rem .8rem .2rem 0;border-bottom:1px solid #8883;vertical-align:top;white-space:nowrap}.name{white-space:normal;overflow-wrap:anywhere;width:99%}
td i[class]{display:inline-block;width:.7rem;height:.7rem;border-radius:.15rem;margin-right:.5rem}
.left{min-width:6rem;height:.7rem;margin-top:.4rem;background:#8883;border-radius:.2rem}.left i{display:block;height:100%;background:#3f9a58;border-radius:.2rem}
${Object.entries(COLOURS)
  .map(([kind, colour]) => `.${kind}{background:${colour}}`)
  .join('')}`;

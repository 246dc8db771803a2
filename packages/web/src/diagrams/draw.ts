import mermaid from 'mermaid';
import type { DiagramAnswer, DiagramRequest } from './diagram-request.ts';

// This page draws for the app, one text after another, and shows nothing itself. The library makes markup of what it reads, which
// the app's own page forbids; here the server lets scripts of ours run and nothing be loaded or sent.

/** What a text may not say of itself. */
const SECURE = [
  'secure',
  'securityLevel',
  'startOnLoad',
  'maxTextSize',
  'maxEdges',
  'suppressErrorRendering',
  'htmlLabels',
  'flowchart',
  'themeCSS',
  'fontFamily',
];

let line: Promise<void> = Promise.resolve();
let last = 0;

addEventListener('message', ({ data, source, origin }: MessageEvent<DiagramRequest>) => {
  if (origin !== location.origin || source !== parent) return;
  line = line.then(async () => {
    const answer: DiagramAnswer = { id: data.id, svg: await drawn(data).catch(() => null) };
    parent.postMessage(answer, origin);
  });
});

async function drawn({ text, dark }: DiagramRequest): Promise<string> {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    theme: dark ? 'dark' : 'default',
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    fontFamily: 'system-ui, sans-serif',
    maxTextSize: text.length,
    suppressErrorRendering: true,
    secure: SECURE,
  });
  const { svg } = await mermaid.render(`diagram-${++last}`, text);
  return plainPicture(svg);
}

const ready: DiagramAnswer = { id: 'ready', svg: null };
parent.postMessage(ready, location.origin);

const FORBIDDEN = 'script, foreignObject, image, iframe, object, embed, audio, video, a, use';

/** A drawing as a picture that stands alone: of its own size, with nothing in it that runs, links or loads. */
function plainPicture(svg: string): string {
  // As markup of a page: what the library writes is not always well-formed XML.
  const root = new DOMParser().parseFromString(svg, 'text/html').querySelector('svg');
  if (root === null) throw new Error('This is no picture.');
  for (const element of root.querySelectorAll(FORBIDDEN))
    element.replaceWith(...(element.localName === 'a' ? element.childNodes : []));
  for (const element of [root, ...root.querySelectorAll('*')])
    for (const { name, value } of [...element.attributes])
      if (/^on/i.test(name) || (/href$/i.test(name) && !value.startsWith('#'))) element.removeAttribute(name);
  for (const style of root.querySelectorAll('style'))
    style.textContent = (style.textContent ?? '').replace(/@import[^;@]*;|url\((?!\s*['"]?#)[^()]*\)/gi, '');
  const [, , width, height] = (root.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number);
  if (width !== undefined && height !== undefined && width > 0 && height > 0) {
    root.setAttribute('width', String(Math.ceil(width)));
    root.setAttribute('height', String(Math.ceil(height)));
    root.removeAttribute('style');
  }
  return new XMLSerializer().serializeToString(root);
}

import mermaid from 'mermaid';
import type { DiagramAnswer, DiagramRequest } from './diagram-request.ts';
import { plainPicture } from './plain-picture.ts';

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

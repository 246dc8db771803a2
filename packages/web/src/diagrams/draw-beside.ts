import type { DiagramAnswer } from './diagram-request.ts';

const PATIENCE_MS = 20_000;
/** Longer texts stay as they are: laying them out takes too long. */
const MAX_LETTERS = 20_000;

let page: Promise<Window> | undefined;
let last = 0;

/** Draws a text beside the page, in a frame that may neither load nor send anything; null where it cannot be drawn. */
export async function drawBeside(text: string, dark: boolean): Promise<string | null> {
  if (text.length > MAX_LETTERS) return null;
  page ??= openPage();
  const place = await page;
  const id = String(++last);
  const answered = answerOf(place, id);
  place.postMessage({ id, text, dark }, location.origin);
  return answered;
}

function openPage(): Promise<Window> {
  const frame = document.createElement('iframe');
  frame.src = '/diagrams.html';
  frame.title = 'Draws diagrams';
  frame.tabIndex = -1;
  frame.setAttribute('aria-hidden', 'true');
  // Out of sight, but laid out: what is not displayed cannot be measured.
  frame.style.cssText = 'position:fixed;left:-10000px;top:0;width:1200px;height:800px;border:0;visibility:hidden';
  document.body.append(frame);
  const place = frame.contentWindow as Window;
  return answerOf(place, 'ready').then(() => place);
}

function answerOf(place: Window, id: string): Promise<string | null> {
  return new Promise((resolve) => {
    const settle = (svg: string | null) => {
      removeEventListener('message', receive);
      clearTimeout(timer);
      resolve(svg);
    };
    const receive = ({ data, source, origin }: MessageEvent<DiagramAnswer>) => {
      if (source === place && origin === location.origin && data.id === id) settle(data.svg);
    };
    const timer = setTimeout(() => settle(null), PATIENCE_MS);
    addEventListener('message', receive);
  });
}

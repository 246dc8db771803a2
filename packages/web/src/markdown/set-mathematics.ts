import katex from 'katex';
import 'katex/dist/katex.min.css';

/** Sets mathematics into an element, node by node. Nothing in it may load, link or run. */
export function setMathematics(tex: string, display: boolean, place: HTMLElement): void {
  const box = document.createElement('span');
  try {
    katex.render(tex, box, { displayMode: display, trust: false, strict: 'ignore', maxSize: 20, maxExpand: 500 });
  } catch {
    return;
  }
  place.replaceChildren(...box.childNodes);
}

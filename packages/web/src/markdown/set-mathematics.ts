import katex from 'katex';
import 'katex/dist/katex.min.css';

/** Longer or deeper formulas stay as they were written: a page dies of laying out elements that stand a thousand deep in each other. */
const MAX_LETTERS = 20_000;
const DEEPEST = 250;

/** Sets mathematics into an element, node by node. Nothing in it may load, link or run. */
export function setMathematics(tex: string, display: boolean, place: HTMLElement): void {
  if (tex.length > MAX_LETTERS) return;
  const box = document.createElement('span');
  try {
    katex.render(tex, box, { displayMode: display, trust: false, strict: 'ignore', maxSize: 20, maxExpand: 500 });
  } catch {
    return;
  }
  if (depthOf(box) <= DEEPEST) place.replaceChildren(...box.childNodes);
}

/** How deep elements stand in each other; a level at a time, since going into each would be as deep. */
function depthOf(box: Element): number {
  let depth = 0;
  for (let level = [box]; level.length > 0 && depth <= DEEPEST; level = level.flatMap((one) => [...one.children])) depth++;
  return depth;
}

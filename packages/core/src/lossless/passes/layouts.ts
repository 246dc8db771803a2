import type { Pass } from '../../pass.ts';
import { foldGutters, unfoldGutters } from '../gutter-fold.ts';
import { foldJson, unfoldJson } from '../json-fold.ts';
import { foldPaths, unfoldPaths } from '../path-fold.ts';
import { foldRepeats, unfoldRepeats } from '../repeat-fold.ts';
import type { ToolTable } from '../tool-kinds.ts';
import { layoutPass } from './layout.ts';

/** Lossless: line numbers are named once instead of written before every line. */
export function guttersPass(tools: ToolTable): Pass {
  return layoutPass({ id: 'lossless-gutters', name: 'Line numbers', tools, fold: foldGutters, unfold: unfoldGutters });
}

/** Lossless: lines that repeat the one above are counted. */
export function repeatsPass(tools: ToolTable): Pass {
  return layoutPass({ id: 'lossless-repeats', name: 'Repeated lines', tools, fold: foldRepeats, unfold: unfoldRepeats });
}

/** Lossless: JSON is written without layout, or as a table, where its layout can be put back exactly. */
export function jsonPass(tools: ToolTable): Pass {
  return layoutPass({ id: 'lossless-json', name: 'JSON layout', tools, fold: foldJson, unfold: unfoldJson });
}

/** Lossless: a path that begins many lines of a list or search is named once. */
export function pathsPass(tools: ToolTable): Pass {
  return layoutPass({ id: 'lossless-paths', name: 'Shared paths', tools, fold: foldPaths, unfold: unfoldPaths });
}

interface Node {
  type: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  children?: Node[];
}

const SPOKEN = new Set(['blockquote', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'li', 'p', 'td', 'th']);

/** A rehype plugin: each paragraph, item and cell runs the way of its own script; code runs from left to right. */
export function eachItsWay(): (tree: Node) => void {
  return (tree) => turn(tree);
}

function turn(node: Node): void {
  if (node.tagName === 'code') node.properties = { ...node.properties, dir: 'ltr' };
  else if (SPOKEN.has(node.tagName ?? '')) node.properties = { ...node.properties, dir: 'auto' };
  for (const child of node.children ?? []) turn(child);
}

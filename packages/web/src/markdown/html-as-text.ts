interface Node {
  type: string;
  children?: Node[];
}

/** A remark plugin: markup in a message is shown as the characters it is, never as elements. */
export function htmlAsText(): (tree: Node) => void {
  return (tree) => turn(tree);
}

function turn(node: Node): void {
  if (node.type === 'html') node.type = 'text';
  for (const child of node.children ?? []) turn(child);
}

/** A path holds its folders, and every shorter way to write it that ends the same. */
export function addPath(paths: Set<string>, path: string): void {
  const bare = barePath(path);
  if (paths.has(bare)) return;
  for (let end = bare.length; end > 0; end = bare.lastIndexOf('/', end - 1)) paths.add(bare.slice(0, end));
  for (let start = bare.indexOf('/') + 1; start > 0; start = bare.indexOf('/', start) + 1) paths.add(bare.slice(start));
}

/** A path as it is compared: with slashes, without a dot before it or a slash behind it. */
export function barePath(given: string): string {
  const path = given.includes('\\') ? given.replace(/\\+/gu, '/') : given;
  return path.endsWith('/') ? path.slice(0, -1) : path.startsWith('./') ? path.slice(2) : path;
}

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = join(import.meta.dirname, '..', '..', 'docs', 'benchmarks.md');
const OPENING = '# Benchmarks\n\nEach section is written by the script it names; figures are from the machine it names.\n';

/** Puts a section into docs/benchmarks.md, in place of the one of that name. */
export function writeSection(name: string, text: string): void {
  const [start, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  const page = existsSync(FILE) ? readFileSync(FILE, 'utf8') : OPENING;
  const from = page.indexOf(start);
  const to = page.indexOf(end);
  const section = `${start}\n${text.trim()}\n${end}`;
  writeFileSync(
    FILE,
    from >= 0 && to > from ? page.slice(0, from) + section + page.slice(to + end.length) : `${page.trimEnd()}\n\n${section}\n`,
  );
}

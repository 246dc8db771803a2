import { isDevelopment } from './dependencies.ts';
import { error, type Finding } from './finding.ts';
import type { SourceFile } from './source-file.ts';

/** So many lines in a row that stand in two packages are code written twice. */
const MIN_LINES = 6;

interface Line {
  readonly text: string;
  readonly number: number;
}

/** Runs of lines that stand in two packages alike. Imports, comments and lines of mere punctuation do not count. */
export function checkWrittenTwice(files: readonly SourceFile[]): Finding[] {
  const first = new Map<string, { readonly file: SourceFile; readonly line: number }>();
  return files.flatMap((file) => {
    if (file.package === null || !file.isCode || isDevelopment(file)) return [];
    const lines = tellingLines(file);
    let skipTo = 0;
    return lines.flatMap((line, index) => {
      const run = lines.slice(index, index + MIN_LINES);
      if (run.length < MIN_LINES) return [];
      const text = run.map((one) => one.text).join('\n');
      const other = first.get(text);
      if (other === undefined) first.set(text, { file, line: line.number });
      if (other === undefined || other.file.package === file.package || index < skipTo) return [];
      skipTo = index + MIN_LINES;
      return [error(file.path, line.number, `is written in ${other.file.path}:${other.line} too. Keep it in one place.`)];
    });
  });
}

function tellingLines({ text, code }: SourceFile): readonly Line[] {
  const shown = text.split('\n');
  const masked = code.replace(/^import\b[^;]*;/gm, (statement) => statement.replace(/[^\n]/g, '')).split('\n');
  return masked.flatMap((line, index) => (/\w/.test(line) ? [{ text: (shown[index] ?? '').trim(), number: index + 1 }] : []));
}

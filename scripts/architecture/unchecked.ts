import { isDevelopment } from './dependencies.ts';
import { error, type Finding } from './finding.ts';
import { lineAt } from './imports.ts';
import type { SourceFile } from './source-file.ts';

/** What the compiler is told to believe without looking. */
const BELIEVED =
  /\bas\s+unknown\s+as\b|\bas\s+(?:any|never)\b|(?:[:|]\s*|<|,\s*)any\b(?=\s*[>,;)=|[\]])|\bJSON\.parse\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\s*as\s+(?!Json\b)|\bconst \w+(?::(?!\s*(?:unknown|Json)\b)[^;=]+)?\s*=\s*(?:[^;(]*:\s*)?JSON\.parse\((?![^;]*\)\s*as\s+Json\b)/g;

/** Says above a cast why it is right. */
const REASON = /^\s*\/\/ Believed: \S/;

/** `any`, `as never`, `as unknown as` and JSON that is taken for a type without a check, in what is published. */
export function checkUnchecked(files: readonly SourceFile[]): Finding[] {
  return files.flatMap((file) => {
    if (file.package === null || !file.isCode || isDevelopment(file)) return [];
    const lines = file.text.split('\n');
    return [...file.code.matchAll(BELIEVED)].flatMap((match) => {
      const line = lineAt(file.code, match.index);
      const isCast = match[0].startsWith('as unknown');
      if (isCast && REASON.test(lines[line - 2] ?? '')) return [];
      const otherwise = isCast ? ', or say above it why it is so: "// Believed: …"' : '';
      return error(
        file.path,
        line,
        `${match[0].trim()} is believed unchecked. Name the type, or parse it with a schema${otherwise}.`,
      );
    });
  });
}

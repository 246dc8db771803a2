import { isDevelopment } from './dependencies.ts';
import { error, type Finding } from './finding.ts';
import { lineAt } from './imports.ts';
import type { SourceFile } from './source-file.ts';

/** What the compiler is told to believe without looking. */
const BELIEVED =
  /\bas\s+(?:any|never)\b|(?:[:|]\s*|<|,\s*)any\b(?=\s*[>,;)=|[\]])|\bJSON\.parse\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\s*as\s+(?!Json\b)|\bconst \w+(?::(?!\s*(?:unknown|Json)\b)[^;=]+)?\s*=\s*(?:[^;(]*:\s*)?JSON\.parse\((?![^;]*\)\s*as\s+Json\b)/g;

/** `any`, `as never` and JSON that is taken for a type without a check, in what is published. */
export function checkUnchecked(files: readonly SourceFile[]): Finding[] {
  return files.flatMap((file) => {
    if (file.package === null || !file.isCode || isDevelopment(file)) return [];
    return [...file.code.matchAll(BELIEVED)].map((match) =>
      error(
        file.path,
        lineAt(file.code, match.index),
        `${match[0].trim()} is believed unchecked. Name the type, or parse it with a schema.`,
      ),
    );
  });
}

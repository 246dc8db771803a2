import { isDevelopment } from './dependencies.ts';
import { error, type Finding } from './finding.ts';
import { lineAt } from './imports.ts';
import type { SourceFile } from './source-file.ts';

/** What the compiler is told to believe without looking. */
const BELIEVED =
  /\bas\s+(?:any|never)\b|(?:[:|]\s*|<|,\s*)any\b(?=\s*[>,;)=|[\]])|\bJSON\.parse\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\s*as\s+(?!Json\b)/g;

/**
 * Files that still hold some of it, and how much. The list only gets shorter: a file that has less than it says is to be
 * corrected here, one that is not here may hold none.
 */
export const LEFT: Readonly<Record<string, number>> = {
  'packages/store/src/answers.ts': 1,
  'packages/store/src/append.ts': 1,
  'packages/store/src/appending.ts': 1,
  'packages/store/src/checkpoints.ts': 2,
  'packages/store/src/contexts.ts': 1,
  'packages/store/src/entry-rows.ts': 1,
  'packages/store/src/events.ts': 1,
  'packages/store/src/folds.ts': 2,
  'packages/store/src/head-rows.ts': 3,
  'packages/store/src/jobs.ts': 2,
  'packages/store/src/leases.ts': 1,
  'packages/store/src/migrations/0001-record.ts': 2,
  'packages/store/src/migrations/0002-search.ts': 1,
  'packages/store/src/migrations/0003-session-list.ts': 1,
  'packages/store/src/migrations/0004-current-branch.ts': 1,
  'packages/store/src/migrations/0005-bills.ts': 1,
  'packages/store/src/migrations/0006-detected-limits.ts': 1,
  'packages/store/src/model-configs.ts': 1,
  'packages/store/src/pending.ts': 2,
  'packages/store/src/presets.ts': 1,
  'packages/store/src/profiles.ts': 1,
  'packages/store/src/runs.ts': 1,
  'packages/store/src/search.ts': 2,
  'packages/store/src/snapshots.ts': 1,
  'packages/store/src/sqlite/migrate.ts': 2,
  'packages/store/src/verify.ts': 1,
};

/** `any`, `as never` and JSON that is taken for a type without a check, in what is published. */
export function checkUnchecked(files: readonly SourceFile[], left = LEFT): Finding[] {
  return files.flatMap((file) => {
    if (file.package === null || !file.isCode || isDevelopment(file)) return [];
    const found = [...file.code.matchAll(BELIEVED)];
    const allowed = left[file.path] ?? 0;
    if (found.length < allowed)
      return [
        error(file.path, 1, `has ${found.length} unchecked types; scripts/architecture/unchecked.ts still says ${allowed}.`),
      ];
    return found
      .slice(allowed)
      .map((match) =>
        error(
          file.path,
          lineAt(file.code, match.index),
          `${match[0].trim()} is believed unchecked. Name the type, or parse it with a schema.`,
        ),
      );
  });
}

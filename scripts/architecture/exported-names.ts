import { mask } from './mask.ts';

/** What a module exports by name: what exists when it runs, and what only the compiler sees. */
export interface ExportedNames {
  readonly values: readonly string[];
  readonly types: readonly string[];
}

/** Reads the export lists and exported declarations of a module. `export *` and default exports are not looked for. */
export function exportedNames(source: string): ExportedNames {
  const code = mask(source);
  const values = new Set<string>();
  const types = new Set<string>();
  for (const [, typeOnly, list = ''] of code.matchAll(/(?<![\w$.])export\s+(type\s+)?\{([^}]*)\}/g)) {
    for (const item of list.split(',')) {
      const [, isType, name, alias] = /^\s*(type\s+)?([\w$]+)(?:\s+as\s+([\w$]+))?\s*$/.exec(item) ?? [];
      if (name !== undefined) (typeOnly || isType ? types : values).add(alias ?? name);
    }
  }
  const declaration =
    /(?<![\w$.])export\s+(?:declare\s+)?(?:(?:async\s+)?function\s*\*?|abstract\s+class|class|const|let|(interface|type))\s+([\w$]+)/g;
  for (const [, isType, name = ''] of code.matchAll(declaration)) (isType ? types : values).add(name);
  return { values: [...values].sort(), types: [...types].sort() };
}

import type { Manifest } from './dependencies.ts';
import { error, type Finding } from './finding.ts';
import type { SourceFile } from './source-file.ts';

/** Packages that others load by name or need beside them: no import of ours names them. */
const UNNAMED = /^@types\/|^@tailwindcss\/|^tailwindcss$|^vite$|^inter-ui$|^@fontsource/;

/** Dependencies of a package that nothing in it imports. */
export function checkUnusedDependencies(files: readonly SourceFile[], manifests: ReadonlyMap<string, Manifest>): Finding[] {
  return [...manifests].flatMap(([name, { dependencies = {} }]) => {
    if (name === '') return [];
    const own = files.filter((file) => file.package === name);
    const used = (wanted: string) =>
      own.some(
        ({ imports, text, path }) =>
          imports.some(({ specifier }) => specifier === wanted || specifier.startsWith(`${wanted}/`)) ||
          (!path.endsWith('package.json') && text.includes(`'${wanted}/`)),
      );
    return Object.keys(dependencies)
      .filter((wanted) => !UNNAMED.test(wanted) && !used(wanted))
      .map((wanted) => error(`packages/${name}/package.json`, 1, `${wanted} is used nowhere in ${name}. Take it out.`));
  });
}

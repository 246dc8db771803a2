// One file an entry instead of one a module: importing a package must not cost a hundred file reads.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Plugin, rolldown } from 'rolldown';

/** Built modules name each other's files exactly; the bundler's own search for them now and then finds nothing. */
const exactFiles: Plugin = {
  name: 'exact-files',
  resolveId: (source, importer) =>
    importer !== undefined && source.startsWith('.') ? path.resolve(path.dirname(importer), source) : null,
};

/** Joins the built modules of a package behind its entries (paths inside `dist`). Other packages and `#doors` stay imports. */
export async function bundleModules(dist: string, entries: readonly string[]): Promise<void> {
  const input = Object.fromEntries(entries.map((entry) => [entry.replace(/\.js$/, ''), path.join(dist, entry)]));
  const bundle = await rolldown({ input, external: /^[^./]/, platform: 'neutral', plugins: [exactFiles] });
  // Everything is read before the modules make way for what is written.
  const { output } = await bundle.generate({ format: 'esm', entryFileNames: '[name].js', chunkFileNames: 'shared-[hash].js' });
  await bundle.close();
  for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.js')) rmSync(path.join(dist, file));
  for (const file of output) {
    const target = path.join(dist, file.fileName);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, file.type === 'chunk' ? file.code : file.source);
  }
}

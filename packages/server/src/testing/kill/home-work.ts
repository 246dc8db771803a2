import { homeFiles, openHome } from '../../process/home.ts';
import { moveHome } from '../../process/move-home.ts';
import { restoreHome } from '../../process/restore-home.ts';
import { rotateKey } from '../../process/rotate-key.ts';

// Work on a home as a process of its own, to be killed or to be let down by its disk: `backup|restore|move HOME FILE`, `start|rotate HOME`. Says when it is done.
const [work = '', home = '', file = ''] = process.argv.slice(2);

async function run(): Promise<void> {
  if (work === 'restore') return void (await restoreHome(home, file));
  if (work === 'move') return void (await moveHome({ home, database: undefined }, file, () => {}));
  if (work === 'rotate') return void (await rotateKey({ home, secret: undefined, database: undefined }));
  const { store } = await openHome({ home, secret: undefined, database: undefined });
  if (work === 'backup') await store.backup(file);
  await store.close();
}

try {
  await run();
  process.stdout.write('done\n');
} catch (error) {
  process.stdout.write(`refused ${homeFiles.store(home)} ${String(error)}\n`);
}

import { open } from 'node:fs/promises';

/** Has the system write a file or a folder to its disk, whatever happens next. */
export async function syncToDisk(path: string): Promise<void> {
  const file = await open(path);
  await file.sync().finally(() => file.close());
}

import type { SentFile } from '../turn/live-turn.ts';

/** Larger files are named, typed and sized, but not sent. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Files as they go with a message. */
export function readFiles(files: Iterable<File>): Promise<readonly SentFile[]> {
  return Promise.all([...files].map(readOne));
}

async function readOne(file: File): Promise<SentFile> {
  const facts = { name: file.name || 'unnamed', mediaType: file.type || 'application/octet-stream', bytes: file.size };
  return file.size > MAX_BYTES ? facts : { ...facts, dataUrl: await dataUrl(file) };
}

function dataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

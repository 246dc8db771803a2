import { type ClientAttachment, MESSAGE_LIMIT } from '@tenfold/contract';

/** Larger files are named, typed and sized, but not sent; so are those for which a message has no room any more. */
const MAX_BYTES = 8 * 1024 * 1024;
/** As base64, with words beside them, within what a message may have. */
const MAX_TOGETHER = 0.7 * MESSAGE_LIMIT;

/** Files as they go with a message that has some already. */
export function readFiles(files: Iterable<File>, before: readonly ClientAttachment[]): Promise<readonly ClientAttachment[]> {
  let room = before.reduce((left, { bytes, dataUrl }) => left - (dataUrl === undefined ? 0 : bytes), MAX_TOGETHER);
  const read = [...files].map((file) => {
    const isSent = file.size <= Math.min(MAX_BYTES, room);
    if (isSent) room -= file.size;
    return readOne(file, isSent);
  });
  return Promise.all(read);
}

async function readOne(file: File, isSent: boolean): Promise<ClientAttachment> {
  const facts = { name: file.name || 'unnamed', mediaType: file.type || 'application/octet-stream', bytes: file.size };
  return isSent ? { ...facts, dataUrl: await dataUrl(file) } : facts;
}

function dataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

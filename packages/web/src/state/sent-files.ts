import type { ClientAttachment, Entry } from '@tenfold/contract';

const sent = new Map<string, readonly ClientAttachment[]>();

/** Keeps files of a message until it is known to be stored: the event of it only names long ones. */
export function keepSentFiles(key: string, files: readonly ClientAttachment[]): void {
  sent.set(key, files);
}

/** A message as its event has it, with the long files this tab has sent under its key. */
export function withSentFiles(entry: Entry, key: string | null): Entry {
  const files = sent.get(key ?? '');
  if (files === undefined) return entry;
  sent.delete(key ?? '');
  const parts = entry.parts.map((part) => {
    if (!isNamedOnly(part)) return part;
    const { dataUrl } = files.find(({ name, bytes }) => name === part.name && bytes === part.bytes) ?? {};
    return dataUrl === undefined ? part : { ...part, source: { type: 'base64', data: dataUrl.slice(dataUrl.indexOf(',') + 1) } };
  });
  return { ...entry, parts };
}

/** Whether a part is a file whose content only the record has. */
export function isNamedOnly(part: Entry['parts'][number]): part is Extract<Entry['parts'][number], { type: 'attachment' }> {
  return part.type === 'attachment' && (part.source as { type?: unknown } | undefined)?.type === 'stored';
}

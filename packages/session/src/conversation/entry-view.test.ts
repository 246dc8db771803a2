import { expect, it } from 'vitest';
import { type EntryView, eventEntry } from './entry-note.ts';

const file = (source: object) => ({ type: 'attachment', mediaType: 'image/png', name: 'a.png', bytes: 9, source }) as const;

it('names long files, and tells everything else as it is', () => {
  const long = file({ type: 'base64', data: 'QUJD'.repeat(30_000) });
  const others = [
    file({ type: 'base64', data: 'QUJD' }),
    file({ type: 'url', url: `https://example.com/${'a'.repeat(100_000)}` }),
    { type: 'text', text: 'words '.repeat(20_000) },
  ] as const;
  const entry = { id: 'e', role: 'user', parts: [long, ...others] } as unknown as EntryView;
  expect(eventEntry(entry)).toEqual({ ...entry, parts: [{ ...long, source: { type: 'stored' } }, ...others] });
  const short = { ...entry, parts: others } as unknown as EntryView;
  expect(eventEntry(short)).toBe(short);
});

/** A text file as it stands in a message: what it is called, of what kind and size, and what is in it. */
export interface TextFile {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
  readonly text: string;
}

const HEADER = /^\[File ([^\n]{1,300}) \(([^\n()]{1,100}), (\d{1,12}) bytes\)\]\n/;

/** The text file a text part is, null where it is plain words. */
export function textFileIn(text: string): TextFile | null {
  const [header, name, mediaType, bytes] = HEADER.exec(text) ?? [];
  if (header === undefined || name === undefined || mediaType === undefined) return null;
  return { name, mediaType, bytes: Number(bytes), text: text.slice(header.length) };
}

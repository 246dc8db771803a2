import { type Conversation, positionsOf } from '../conversation.ts';
import type { Fold, Origin } from '../fold.ts';
import { contentHash } from '../hash.ts';
import { readableText } from './readable.ts';

/** What a reference points at, as it is shown to people and stored beside a fold. */
export interface ContentReference {
  readonly type: Origin['type'];
  /** Position of the original's message in the transcript. */
  readonly originalIndex: number;
  readonly path?: string;
  readonly operation?: string;
  readonly hash: string;
}

/** One origin of a fold with the lines of it that are meant. */
export interface ExpandedOrigin extends ContentReference {
  readonly text: string;
  /** False when the origin's text is not what it was when the fold was made. */
  readonly intact: boolean;
}

/** What a reference or delta stands for. */
export interface ExpandedReference {
  /** The original text of the folded part. */
  readonly text: string;
  readonly origins: readonly ExpandedOrigin[];
}

/** The original of a folded part and the places its fold refers to; null when the part is not in the transcript or has no text. */
export function expandReference({ transcript }: Conversation, fold: Fold): ExpandedReference | null {
  if (fold.target.kind !== 'part') return null;
  const at = positionsOf(transcript);
  const textAt = (entry: string, index: number): { text: string; position: number } | null => {
    const position = at.get(entry);
    const part = position === undefined ? undefined : transcript[position]?.message.parts[index];
    const text = part === undefined ? null : readableText(part);
    return text === null || position === undefined ? null : { text, position };
  };
  const target = textAt(fold.target.entry, fold.target.index);
  if (target === null) return null;
  const origins = (fold.origins ?? []).flatMap((origin) => {
    const found = textAt(origin.entry, origin.part);
    return found === null ? [] : [expanded(origin, found.text, found.position)];
  });
  return { text: target.text, origins };
}

function expanded(origin: Origin, text: string, originalIndex: number): ExpandedOrigin {
  const { type, path, operation, hash, lines } = origin;
  return {
    type,
    originalIndex,
    ...(path === undefined ? {} : { path }),
    ...(operation === undefined ? {} : { operation }),
    hash,
    text:
      lines === undefined
        ? text
        : text
            .split('\n')
            .slice(lines[0] - 1, lines[1])
            .join('\n'),
    intact: contentHash(text) === hash,
  };
}

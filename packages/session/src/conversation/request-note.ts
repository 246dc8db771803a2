import type { EntryId, FoldId, Frame } from '@tenfold/core';
import { sha256 } from '@tenfold/store';

/** What a request was made of, as its answer remembers it: enough to build it again. */
export interface RequestNote {
  /** Tokens counted when it was sent. */
  readonly tokens: number;
  /** What it cost; null where no price or no usage was known. */
  readonly cost: number | null;
  /** Names the system text and tools that went with it. */
  readonly frame: string;
  /** Answer that remembers the same folds and protected entries; they stand here otherwise. */
  readonly like?: EntryId;
  readonly folds?: readonly FoldId[];
  readonly protected?: readonly EntryId[];
}

/** Names a frame, so that it can be told whether it is still the same. */
export function frameName(frame: Frame): string {
  const known = NAMES.get(frame) ?? sha256(JSON.stringify([frame.system ?? null, frame.tools ?? []])).slice(0, 16);
  NAMES.set(frame, known);
  return known;
}

const NAMES = new WeakMap<Frame, string>();

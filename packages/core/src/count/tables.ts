import { readRanks } from '#ranks';
import { readAsset } from './asset.ts';
import { type Classes, unfoldClasses } from './classes.ts';
import { Memo } from './memo.ts';
import { Merge } from './merge.ts';
import type { PairMemory } from './pair.ts';
import { SharedMemory } from './shared-memory.ts';
import { CounterUnavailable } from './unavailable.ts';
import { buildVocabulary, type Vocabulary } from './vocabulary.ts';

/** The tables everything is counted with. */
export interface Tables {
  readonly vocabulary: Vocabulary;
  readonly classes: Classes;
  readonly memory: SharedMemory;
  /** Where texts are encoded. */
  readonly text: Uint8Array;
  readonly registers: Int32Array;
  readonly pairs: PairMemory;
  /** For pieces that are counted in one go. */
  readonly merge: Merge;
  readonly memo: Memo;
}

let installed: Tables | undefined;

/**
 * Gives the counter its table: the bytes of `o200k.bin`. Throws `CounterUnavailable` when they are damaged, and keeps what was there.
 * `compiled: false` keeps to plain code where WebAssembly is unwanted; the counts are the same.
 */
export function installRanks(bytes: Uint8Array, options: { readonly compiled?: boolean } = {}): void {
  const asset = readAsset(bytes);
  const memory = new SharedMemory(options.compiled);
  const vocabulary = buildVocabulary(asset, memory);
  const classes = unfoldClasses(asset.classRuns, memory);
  const pairs: PairMemory = memory.words('pairs');
  const [text, registers] = [memory.text(), memory.words('registers')];
  installed = {
    vocabulary,
    classes,
    memory,
    text,
    registers,
    pairs,
    merge: new Merge(vocabulary, pairs),
    memo: new Memo(memory),
  };
}

/** The installed tables; in Node read from the package at first. Throws `CounterUnavailable` where there are none. */
export function tables(): Tables {
  if (installed === undefined) installRanks(readPackaged());
  return installed as Tables;
}

/** Why nothing can be counted; null where everything can. */
export function counterFault(): CounterUnavailable | null {
  try {
    tables();
    return null;
  } catch (error) {
    if (error instanceof CounterUnavailable) return error;
    throw error;
  }
}

function readPackaged(): Uint8Array {
  let bytes: Uint8Array | undefined;
  try {
    bytes = readRanks();
  } catch (cause) {
    throw new CounterUnavailable('missing', 'the token table cannot be read. Install the package again.', cause);
  }
  if (bytes !== undefined) return bytes;
  throw new CounterUnavailable('missing', 'no token table is loaded. Call loadCounter(url) or installRanks(bytes) first.');
}

import type { Transcript } from './transcript.ts';

const told = new WeakMap<Transcript, Int32Array>();

/** Tells where entries lie in a transcript whose host left others out. */
export function rememberPlaces(transcript: Transcript, places: Iterable<number>): void {
  told.set(transcript, Int32Array.from(places).sort());
}

/** Positions that may hold an entry with something in it, in order: all of them, unless the host told which. */
export function placesOf(transcript: Transcript): Int32Array {
  return told.get(transcript) ?? everyPlace(transcript.length);
}

/** True where the host left an entry out: it said where the others lie, and nothing is said there. */
export function isLeftOut(transcript: Transcript, index: number): boolean {
  return told.has(transcript) && transcript[index]?.message.parts.length === 0;
}

/** Half a megabyte: more entries than most conversations ever have. */
const AT_LEAST = 131_072;
let counted = new Int32Array(0);

/** 0, 1, 2 and so on, for all who only read. */
function everyPlace(length: number): Int32Array {
  if (counted.length < length) {
    counted = new Int32Array(Math.max(AT_LEAST, length * 2));
    for (let place = 0; place < counted.length; place++) counted[place] = place;
  }
  return counted.subarray(0, length);
}

import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { adversariesOf } from './adversaries.ts';

export interface MeasuredRegex {
  readonly source: string;
  readonly flags: string;
  readonly splits: boolean;
  /** The longest text it is ever given, where its caller sees to that. */
  readonly atMost?: number;
}

export interface SlowRegex {
  readonly index: number;
  /** The text it is slow on, in short. */
  readonly on: string;
  /** What it took for a quarter of the length and for all of it, in CPU time. */
  readonly took: string;
}

/** Those that need more than 50 ms of CPU for 100 kB, or more than in proportion. */
export async function slowRegexes(regexes: readonly MeasuredRegex[]): Promise<readonly SlowRegex[]> {
  const slow: SlowRegex[] = [];
  for (let from = 0; from < regexes.length; ) from = await measure(regexes, from, slow);
  return slow;
}

/** Measures until the end, or until one does not end; gives the next to be measured. */
function measure(regexes: readonly MeasuredRegex[], from: number, slow: SlowRegex[]): Promise<number> {
  const add = (index: number, adversary: number, took: string) => {
    const { source, flags } = regexes[index] as MeasuredRegex;
    slow.push({ index, on: adversariesOf(source, flags)[adversary]?.name ?? '', took });
  };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(import.meta.dirname, 'measure.ts'), String(from)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    let next: number | undefined;
    createInterface({ input: child.stdout }).on('line', (line) => {
      const told = JSON.parse(line);
      if (told.done) next = regexes.length;
      else if (told.hangs === undefined) add(told.slow, told.adversary, `${told.quarter} ms, then ${told.whole} ms`);
      else {
        add(told.hangs, told.adversary, 'more than 2 s');
        next = told.hangs + 1;
      }
    });
    child.on('close', (code) => {
      if (next === undefined) reject(new Error(`measure.ts ended with ${code}`));
      else resolve(next);
    });
    child.stdin.end(JSON.stringify(regexes));
  });
}

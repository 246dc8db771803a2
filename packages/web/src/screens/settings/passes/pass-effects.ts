import type { PassReport } from '@tenfold/core';
import { signed } from '../../../ui/figures.ts';

/** What a pass would come to on a conversation. */
export interface PassEffect {
  readonly before: number;
  readonly after: number;
  /** A model would have to be asked, so the number is an estimate. */
  readonly estimated: boolean;
  /** Why it would not run. */
  readonly skipped?: string;
}

/** Effects by pass. */
export interface Effects {
  readonly prelude: PassEffect | null;
  readonly passes: ReadonlyMap<string, PassEffect>;
}

const PRELUDE = /^lossless-/;

/** A dry run's report, pass by pass; the prelude's own steps count as one. What was tried is no estimate. */
export function effectsOf(reports: readonly PassReport[], ids: readonly string[], tried: boolean): Effects {
  const own = new Set(ids);
  const prelude = reports.filter(({ id }) => PRELUDE.test(id) && !own.has(id));
  const first = prelude[0];
  const last = prelude.at(-1);
  return {
    prelude: first === undefined || last === undefined ? null : { before: first.before, after: last.after, estimated: false },
    passes: new Map(reports.filter(({ id }) => own.has(id)).map((report) => [report.id, effectOf(report, tried)])),
  };
}

function effectOf({ before, after, asks, skipped, failed }: PassReport, tried: boolean): PassEffect {
  const reason = skipped ?? failed;
  return { before, after, estimated: asks > 0 && !tried, ...(reason === undefined ? {} : { skipped: reason }) };
}

/** `−9,100`, `≈ −14,000`, or `±0`. */
export function effectWords({ before, after, estimated }: PassEffect): string {
  const number = after === before ? '±0' : signed(after - before);
  return estimated ? `≈ ${number}` : number;
}

import {
  type AnyStrategy,
  batchPass,
  type Calibration,
  counterFor,
  type Draft,
  type EntryId,
  embeddedAnswer,
  type NativeConfig,
  native,
  type Pass,
  type Plan,
  type Problem,
  positionsOf,
  preparePasses,
  type Row,
  type Seams,
} from '@tenfold/core';
import { CONDENSING, type Progress } from '../folding/progress.ts';

/** A plan as data, so that any thread can make it: functions do not travel. */
export interface PlanSource extends Omit<Plan, 'strategy' | 'passes' | 'count' | 'hash' | 'fallback' | 'rescue'> {
  /** Id of the strategy. */
  readonly strategy: string;
  readonly config?: object;
  /** Whose tokens are counted, and what was learnt of them. */
  readonly counting: { readonly model: string; readonly calibration?: Calibration };
  /** Tokens in use. */
  readonly used: number;
  /** True where the store left out of the transcript what folds cover. */
  readonly isSparse: boolean;
  /** May make do with the embedded summarizer. */
  readonly degrade: boolean;
  /** Last entry that may be folded. */
  readonly upTo?: EntryId;
  /** Summarize these positions, all of them and no others. */
  readonly inside?: readonly (readonly [from: number, to: number])[];
}

/** Called where a pass begins. */
export type OnProgress = (progress: Omit<Progress, 'at'>) => void;

/** The engine's plan, made of its data. */
export function planFrom(source: PlanSource, strategy: AnyStrategy, onProgress: OnProgress = () => {}): Plan {
  const { config, counting, used: _used, isSparse: _sparse, degrade, upTo, inside, notes = [], ...rest } = source;
  const { passes, warnings } = preparePasses(strategy, config);
  const count = counterFor(counting.model, counting.calibration);
  return {
    ...rest,
    strategy,
    passes: inside === undefined ? withProgress(passes, source, onProgress) : [onlyInside(config ?? {}, inside)],
    count,
    ...(degrade ? { fallback: (ask) => embeddedAnswer(ask, count) } : {}),
    rescue: { name: native.name, passes: native.passes(native.config.defaults) },
    notes: [...notes, ...warnings],
  };
}

/** Passes that say when they begin, and keep behind an entry where they were told to. */
function withProgress(passes: readonly Pass[], { upTo, conversation }: PlanSource, onProgress: OnProgress): readonly Pass[] {
  const last = upTo === undefined ? undefined : positionsOf(conversation.transcript).get(upTo);
  return passes.map((pass, index) => ({
    ...pass,
    propose(problem) {
      const drafts = pass.propose(last === undefined ? problem : { ...problem, seams: endingAt(problem.seams, last) });
      if (drafts.length > 0)
        onProgress({ pass: index + 1, passes: passes.length, passName: pass.name, scope: scopeOf(drafts, problem) });
      return drafts;
    },
  }));
}

/** Seams under which nothing behind `last` may be folded. */
function endingAt(seams: Seams, last: number): Seams {
  let end = last + 1;
  while (end > 0 && !seams.cutBefore(end)) end--;
  return { ...seams, newest: Math.min(seams.newest, end) };
}

/** `Summarizing 45 messages...` where a model is asked, else what every run says. */
function scopeOf(drafts: readonly Draft[], { view }: Problem): string {
  const asks = drafts.some((draft) => typeof draft.body !== 'string');
  if (!asks) return CONDENSING;
  const at = positionsOf(view.transcript);
  let messages = 0;
  for (const { target } of drafts) {
    if (target.kind === 'part') messages++;
    else messages += (at.get(target.to) ?? 0) - (at.get(target.from) ?? 0) + 1;
  }
  return `Summarizing ${messages} ${messages === 1 ? 'message' : 'messages'}...`;
}

/** Summarizes the rows that lie inside, with as much of a config as fits. */
function onlyInside(config: object, spans: NonNullable<PlanSource['inside']>): Pass {
  const fits = native.config.validate(config).length === 0;
  const { retainTokens: _all, ...rest }: Partial<NativeConfig> = fits ? config : {};
  const pass = batchPass({
    id: 'native',
    name: 'Summarize',
    when: { type: 'always' },
    selection: { type: 'retention', tokens: 0, steps: 0 },
    ...rest,
  });
  const inside = ({ index }: Row) => spans.some(([from, to]) => from <= index && index <= to);
  return {
    ...pass,
    propose: (problem) => pass.propose({ ...problem, view: { ...problem.view, rows: problem.view.rows.filter(inside) } }),
  };
}

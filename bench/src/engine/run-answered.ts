import {
  type Answer,
  condenseLoop,
  embeddedAnswer,
  type FlatAsk,
  type Outcome,
  type Plan,
} from '../../../packages/core/src/index.ts';

/** Runs a plan, every ask answered at once; the embedded summarizer takes the place of an answer that is none. */
export function runAnswered(plan: Plan, answer: (ask: FlatAsk) => Answer): Outcome {
  const run = condenseLoop({ fallback: (ask) => embeddedAnswer(ask, plan.count), ...plan });
  let step = run.next();
  while (!step.done) step = run.next(step.value.map(answer));
  return step.value;
}

/** An answer of the embedded summarizer. */
export interface Written {
  readonly ok: true;
  readonly text: string;
  readonly by: string;
}

/** The embedded summarizer as the model that is asked; `seen` is told of every answer. */
export function embeddedModel({ count }: Pick<Plan, 'count'>, seen?: (ask: FlatAsk, text: string) => void) {
  return (ask: FlatAsk): Written => {
    const text = embeddedAnswer(ask, count);
    seen?.(ask, text);
    return { ok: true, text, by: 'embedded' };
  };
}

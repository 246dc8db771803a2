import type { Trial } from './trial.ts';

/** A trial as `--json` prints it. */
export function trialJson({ recipe, ms, ...numbers }: Trial) {
  return { id: recipe.id, name: recipe.name, kind: recipe.kind, ...numbers, ms: Math.round(ms * 10) / 10 };
}

import { type Calibration, factorOf, fullnessOf, holdsFiles, observe, observeRefusal, render } from '@tenfold/core';
import type { LoadedSession } from '../conversation/load-session.ts';
import type { Dependencies } from '../dependencies.ts';
import { reasonOf } from '../log.ts';

/** How much a factor is raised where a refusal does not say how many tokens it counted. */
const BLIND_RAISE = 1.15;
const MIN_RAISE = 1.05;

/** Learns from a bill. Counts that are exact by nature learn nothing, and what a file costs is only guessed. */
export async function calibrate(
  deps: Dependencies,
  { choices, opened }: LoadedSession,
  billed: number | undefined,
): Promise<void> {
  const { model, calibration, profile, uncalibrated, budget } = choices;
  if (profile === null || billed === undefined || uncalibrated.exact || render(opened.view).some(holdsFiles)) return;
  const { used } = fullnessOf({ view: opened.view, count: uncalibrated, budget });
  const learnt = observe(calibration, model.id, used, billed);
  if (learnt !== calibration) await save(deps, model.id, learnt);
}

/** Learns from a refusal: the model counts more than was thought. */
export async function raiseFactor(
  deps: Dependencies,
  { choices }: LoadedSession,
  counted: number,
  said: number | undefined,
): Promise<void> {
  const { model, calibration } = choices;
  const before = factorOf(calibration, model.id);
  const wanted = said === undefined || counted <= 0 ? before * BLIND_RAISE : Math.max(said / counted, before * MIN_RAISE);
  await save(deps, model.id, observeRefusal(calibration, model.id, wanted));
}

async function save({ store, now, log }: Dependencies, id: string, learnt: Calibration): Promise<void> {
  const bills = learnt.models[id]?.ratios;
  if (bills === undefined) return;
  try {
    await store.models.calibrate(id, { bills, at: now() });
  } catch (error) {
    log.warn('calibration-lost', { model: id, reason: reasonOf(error) });
  }
}

import { countingOf, observe } from '@tenfold/core';
import type { LoadedSession } from '../conversation/load-session.ts';
import type { Ground } from '../ground.ts';
import { reasonOf } from '../log.ts';

/** Most that a model may be thought to count more than we do. */
const MOST = 2.2;
/** How much a factor is raised where a refusal does not say how many tokens it counted. */
const BLIND_RAISE = 1.15;
const LEAST_RAISE = 1.05;

/** Learns from a bill. Counts that are exact by nature learn nothing. */
export async function calibrate(
  ground: Ground,
  { choices }: LoadedSession,
  counted: number,
  billed: number | undefined,
): Promise<void> {
  const { model, calibration, profile } = choices;
  if (profile === null || billed === undefined || countingOf(model.id).factors === undefined) return;
  const learnt = observe(calibration, model.id, counted, billed).models[model.id];
  if (learnt === undefined || learnt === calibration.models[model.id]) return;
  await save(ground, model.id, learnt.factor, learnt.bills);
}

/** Learns from a refusal: the model counts more than was thought. */
export async function raiseFactor(
  ground: Ground,
  { choices }: LoadedSession,
  counted: number,
  said: number | undefined,
): Promise<void> {
  const { model, calibration } = choices;
  const before = calibration.models[model.id] ?? { factor: 1, bills: 0 };
  const wanted =
    said === undefined || counted <= 0 ? before.factor * BLIND_RAISE : Math.max(said / counted, before.factor * LEAST_RAISE);
  await save(ground, model.id, Math.min(MOST, wanted), Math.max(1, before.bills));
}

async function save({ store, now, log }: Ground, id: string, factor: number, samples: number): Promise<void> {
  try {
    await store.models.calibrate(id, { factor, samples, at: now() });
  } catch (error) {
    log.warn('calibration-lost', { model: id, reason: reasonOf(error) });
  }
}

import { type Budget, budgetFor, budgetOf, findModel, type Model, modelFor } from '@tenfold/core';
import { WIRE_PROVIDERS, type WireId } from '@tenfold/dialects';
import { BoundedMap } from '../bounded-map.ts';
import { listedModel } from '../price-list.ts';

/** `provider:model` for a model as a client names it. */
export function modelId(wire: WireId, model: string): string {
  return `${WIRE_PROVIDERS[wire]}:${model.replace(/\[1m\]$/, '')}`;
}

/**
 * Percent of the room that a fold comes down to. Everything that is sent again is billed again, at every step of an agent, and a
 * deep fold breaks the vendor's cache less often.
 */
const GOAL = 30;
/** The same where a conversation opens with more than that, which stands: what is around it is folded to the less, since all of it is billed with it. */
const GOAL_AROUND = 20;

/** Budgets that were worked out: clients name few models, and send many requests. */
const known = new BoundedMap<string, Budget>(100);

/** Limits for a client's requests: the room that was set, else what is known of the model. `opening`: tokens that stand before the first answer, system text and tools included. */
export function chainBudget(wire: WireId, model: string, room: number | undefined, opening = 0): Budget {
  const usual = knownBudget(wire, model, room, GOAL);
  return opening < usual.goal ? usual : knownBudget(wire, model, room, GOAL_AROUND);
}

function knownBudget(wire: WireId, model: string, room: number | undefined, goal: number): Budget {
  const key = `${wire} ${room} ${goal} ${model}`;
  const there = known.get(key);
  if (there !== undefined) return there;
  const budget = budgetFrom(wire, model, room, goal);
  known.set(key, budget);
  return budget;
}

function budgetFrom(wire: WireId, model: string, room: number | undefined, goal: number): Budget {
  if (room !== undefined) return { ...budgetOf(room, { goal }), model: modelId(wire, model) };
  const id = modelId(wire, model);
  return budgetFor(findModel(id) ?? listed(id, WIRE_PROVIDERS[wire], model) ?? modelFor(id), { goal });
}

function listed(id: string, provider: string, model: string): Model | undefined {
  const window = listedModel(provider, model)?.window;
  return window === undefined
    ? undefined
    : { ...modelFor(id), window, maxInput: window, maxOutput: Math.min(32_000, Math.floor(window / 4)) };
}

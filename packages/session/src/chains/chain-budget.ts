import { type Budget, budgetFor, budgetOf, findModel, type Model, modelFor } from '@tenfold/core';
import type { WireId } from '@tenfold/dialects';
import { BoundedMap } from '../bounded-map.ts';
import { listedModel } from '../price-list.ts';

/** Who a model of this wire is counted and priced as, unless its name says otherwise. */
const PROVIDERS: Readonly<Record<WireId, string>> = {
  anthropic: 'anthropic',
  'openai-chat': 'openai',
  'openai-responses': 'openai',
  gemini: 'google',
};

/** `provider:model` for a model as a client names it. */
export function modelId(wire: WireId, model: string): string {
  return `${PROVIDERS[wire]}:${model.replace(/\[1m\]$/, '')}`;
}

/**
 * Percent of the room that a fold comes down to. Everything that is sent again is billed again, at every step of an agent, and a
 * deep fold breaks the vendor's cache less often.
 */
const GOAL = 30;

/** Budgets that were worked out: clients name few models, and send many requests. */
const known = new BoundedMap<string, Budget>(100);

/** Limits for a client's requests: the room that was set, else what is known of the model. */
export function chainBudget(wire: WireId, model: string, room: number | undefined): Budget {
  const key = `${wire} ${room} ${model}`;
  const budget = known.get(key) ?? budgetFrom(wire, model, room);
  known.set(key, budget);
  return budget;
}

function budgetFrom(wire: WireId, model: string, room: number | undefined): Budget {
  if (room !== undefined) return { ...budgetOf(room, { goal: GOAL }), model: modelId(wire, model) };
  const id = modelId(wire, model);
  return budgetFor(findModel(id) ?? listed(id, PROVIDERS[wire], model) ?? modelFor(id), { goal: GOAL });
}

function listed(id: string, provider: string, model: string): Model | undefined {
  const window = listedModel(provider, model)?.window;
  return window === undefined
    ? undefined
    : { ...modelFor(id), window, maxInput: window, maxOutput: Math.min(32_000, Math.floor(window / 4)) };
}

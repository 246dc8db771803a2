import {
  type Conversation,
  type Json,
  type JsonObject,
  prefixesIn,
  prefixHash,
  project,
  render,
  type ThinkingBinding,
  type View,
  withBoundThinking,
} from '@tenfold/core';
import {
  bindsThinking,
  type Decoded,
  dialectOf,
  MESSAGE_FIELD,
  type Sliced,
  spliceInSlices,
  type WireId,
  type WireRequest,
} from '@tenfold/dialects';
import { runInSlices } from '../run-in-slices.ts';

/** What is sent of a chain, and what an answer to it is bound to. */
export interface OutgoingView {
  readonly view: View;
  readonly prefix: string | undefined;
  /** Whether thinking is left out of it. */
  readonly lacksThinking: boolean;
}

/** Whether the model of a request refuses thinking behind another beginning than it was made on. */
export function isBinding({ wire, model }: { wire: WireId; model: string }): boolean {
  return wire === 'anthropic' && bindsThinking(model);
}

/** The view of a chain, without thinking that its model would refuse: made on a view with other folds than this one. */
export function outgoingView(
  conversation: Conversation,
  { wire, model, prefixes }: { wire: WireId; model: string; prefixes: ReadonlyMap<string, string> },
): OutgoingView {
  const view = project(conversation);
  const { folds, transcript } = conversation;
  // Folds that are undone leave answers behind that were made on them.
  const isShaped = folds.length > 0 || transcript.some(({ id }) => prefixes.has(id));
  if (!isShaped || !isBinding({ wire, model })) return { view, prefix: undefined, lacksThinking: false };
  // What was not made on a folded view was made on what the client had.
  const raw = prefixesIn(project({ ...conversation, folds: [] }), { to: model });
  const binding: ThinkingBinding = { to: model, madeOn: ({ id }) => prefixes.get(id) ?? raw.get(id) };
  const bound = withBoundThinking(view, binding);
  return { view: bound, prefix: prefixHash(bound, binding), lacksThinking: bound !== view };
}

/** A view as the request it came from: its own text with what folds made in it. Null where the API would refuse that and not what came. */
export async function requestText(request: WireRequest, decoded: Decoded, view: View): Promise<string | null> {
  return runInSlices(textInSlices(request, decoded, view));
}

function* textInSlices(request: WireRequest, decoded: Decoded, view: View): Sliced<string | null> {
  const { wire, body } = request;
  const dialect = dialectOf(wire);
  const field = MESSAGE_FIELD[wire];
  const encoded = (yield* dialect.encodeInSlices({ ...decoded, messages: render(view) })) as JsonObject;
  yield;
  const refused = dialect.validate({ ...body, [field]: encoded[field] as Json });
  if (refused.length > 0) {
    const before = new Set(dialect.validate(body).map(({ rule }) => rule));
    if (refused.some(({ rule }) => !before.has(rule))) return null;
  }
  yield;
  return yield* spliceInSlices(request, encoded[field] as readonly Json[]);
}

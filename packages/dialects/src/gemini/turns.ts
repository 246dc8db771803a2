import type { Json, JsonObject } from '@tenfold/core';
import { CONTINUE, CONVERSATION_START } from '../inert.ts';
import { AT_ONCE, mapInSlices, type Sliced } from '../slices.ts';

/** What one message gives to the wire. */
export interface Content {
  readonly role: string | undefined;
  readonly parts: readonly JsonObject[];
  /**
   * `responses` of one turn are one content. What is `apart` came as a content of its own behind another of the user's, and stays
   * one, unless a `record` stands there now.
   */
  readonly kind: 'said' | 'responses' | 'apart' | 'record';
  readonly fields: JsonObject;
}

/** Stands where a model's signature is lost: the API takes it for calls it did not sign itself. */
const UNSIGNED = 'skip_thought_signature_validator';

/** Contents as this API wants them: calls right after a user's turn, all responses in one, a user at both ends, none empty. */
export function* shapeContents(given: readonly Content[], model: Json | undefined): Sliced<readonly JsonObject[]> {
  const contents: (Content & { readonly parts: JsonObject[] })[] = [];
  for (const [at, content] of given.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) yield;
    if (content.parts.length === 0) continue;
    const last = contents.at(-1);
    if (last !== undefined && belongs(content, last)) {
      for (const part of content.parts) last.parts.push(part);
      if (content.kind === 'record') contents[contents.length - 1] = { ...last, kind: 'record' };
    } else contents.push({ ...content, parts: [...content.parts] });
  }
  if (contents[0] === undefined || contents[0].role === 'model') contents.unshift(said(CONVERSATION_START));
  if (contents.at(-1)?.role === 'model') contents.push(said(CONTINUE));
  const isSigned = signs(contents, model);
  return yield* mapInSlices(contents, ({ role, parts, fields }) => ({
    ...(role === undefined ? {} : { role }),
    parts: isSigned && role === 'model' ? signFirstCall(parts) : parts,
    ...fields,
  }));
}

function said(text: string): Content & { readonly parts: JsonObject[] } {
  return { role: 'user', parts: [{ text }], kind: 'said', fields: {} };
}

/** Whether a content goes into the one before it: no two of one side follow each other, unless they came so. */
function belongs({ role, kind }: Content, last: Content): boolean {
  if (kind === 'responses') return last.kind === 'responses';
  if (role === 'model' || last.role === 'model') return role === last.role;
  return kind !== 'apart' || last.kind === 'record';
}

/** Whether calls must be signed: the model is one that checks, or it has signed something here. */
export function signs(contents: readonly { readonly parts: readonly JsonObject[] }[], model: Json | undefined): boolean {
  const version = typeof model === 'string' ? /gemini-(\d+)/.exec(model)?.[1] : undefined;
  if (version !== undefined) return Number(version) >= 3;
  return contents.some(({ parts }) => parts.some((part) => typeof part.thoughtSignature === 'string'));
}

/** Of parallel calls only the first carries a signature. */
function signFirstCall(parts: readonly JsonObject[]): readonly JsonObject[] {
  const first = parts.findIndex((part) => part.functionCall !== undefined);
  const call = parts[first];
  if (call === undefined || typeof call.thoughtSignature === 'string') return parts;
  return parts.with(first, { ...call, thoughtSignature: UNSIGNED });
}

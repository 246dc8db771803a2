import type { Counter } from '../counter.ts';
import type { Attachment, Frame, Json, Message, Part, ResultPart, ToolDefinition } from '../message.ts';
import { countingOf, type ModelCounting } from './families.ts';
import { imageTokens } from './image-cost.ts';
import { countText } from './text.ts';
import { textFactor } from './text-kind.ts';

/** Counts of one family by value, before calibration; shared by all its counters. */
interface Memory {
  readonly messages: WeakMap<Message, number>;
  readonly frames: WeakMap<Frame, number>;
}

const memories = new WeakMap<ModelCounting, Memory>();

/**
 * The counter of a model, by its name or by your own description of how it counts. With a calibration, counts carry what was
 * learnt of that model. Counters of one family share what they remember of messages, but for those that are told to remember none:
 * what is counted once, by the hundred thousand, is soon more work for the garbage collector than counting it.
 */
export function counterFor(model: string | ModelCounting, calibration?: Calibration, { remembers = true } = {}): Counter {
  const counting = typeof model === 'string' ? countingOf(model) : model;
  const learnt = calibration === undefined ? 1 : factorOf(calibration, typeof model === 'string' ? model : model.family);
  const memory = memories.get(counting) ?? { messages: new WeakMap(), frames: new WeakMap() };
  memories.set(counting, memory);
  const { messages, frames } = memory;
  return {
    exact: counting.factors === undefined && learnt === 1,
    text: (text) => Math.round(learnt * textTokens(counting, text)),
    message: (message) =>
      Math.round(
        learnt * (remembers ? remembered(messages, counting, message, messageTokens) : messageTokens(counting, message)),
      ),
    frame: (frame) => Math.round(learnt * remembered(frames, counting, frame, frameTokens)),
  };
}

function remembered<Value extends object>(
  known: WeakMap<Value, number>,
  counting: ModelCounting,
  value: Value,
  count: (counting: ModelCounting, value: Value) => number,
): number {
  const before = known.get(value);
  if (before !== undefined) return before;
  const tokens = count(counting, value);
  known.set(value, tokens);
  return tokens;
}

function textTokens(counting: ModelCounting, text: string): number {
  const tokens = countText(text);
  return counting.factors === undefined || tokens === 0
    ? tokens
    : Math.round(tokens * textFactor(counting.factors, text, tokens));
}

function messageTokens(counting: ModelCounting, message: Message): number {
  let tokens = counting.perMessage + extraTokens(counting, message.extra);
  for (const part of message.parts) tokens += partTokens(counting, part);
  return tokens;
}

function partTokens(counting: ModelCounting, part: Part): number {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return textTokens(counting, part.text) + extraTokens(counting, part.extra);
    case 'tool-call':
      return jsonTokens(counting, { name: part.name, input: part.input }) + extraTokens(counting, part.extra);
    case 'tool-result':
      return outputTokens(counting, part.output) + extraTokens(counting, part.extra);
    case 'attachment':
      return attachmentTokens(counting, part);
    case 'opaque':
      return jsonTokens(counting, part.value);
  }
}

function outputTokens(counting: ModelCounting, output: string | readonly ResultPart[]): number {
  if (typeof output === 'string') return textTokens(counting, output);
  return output.reduce((tokens, piece) => tokens + partTokens(counting, piece), 0);
}

/** Name, type and size; the image's own cost where it goes out; never the content. */
function attachmentTokens(counting: ModelCounting, part: Attachment): number {
  const { name, mediaType, bytes, image } = part;
  const shown = image === undefined ? 0 : imageTokens(counting.image, image);
  return jsonTokens(counting, { name, mediaType, bytes }) + shown + extraTokens(counting, part.extra);
}

function frameTokens(counting: ModelCounting, frame: Frame): number {
  let tokens = counting.request;
  if (frame.system !== undefined && frame.system !== '') tokens += counting.perMessage + textTokens(counting, frame.system);
  if (frame.tools === undefined || frame.tools.length === 0) return tokens;
  tokens += counting.anyTools;
  for (const tool of frame.tools)
    tokens += tool.deferred ? textTokens(counting, tool.name) : counting.perTool + toolTokens(counting, tool);
  return tokens;
}

function toolTokens(counting: ModelCounting, { name, description, parameters, extra }: ToolDefinition): number {
  return jsonTokens(counting, { name, description, parameters }) + extraTokens(counting, extra);
}

function extraTokens(counting: ModelCounting, extra: Json | undefined): number {
  return extra === undefined ? 0 : jsonTokens(counting, extra);
}

function jsonTokens(counting: ModelCounting, value: Json): number {
  return textTokens(counting, JSON.stringify(value));
}

/** What was learnt of a model from its bills: billed by counted, the newest last. */
export interface ModelCalibration {
  readonly ratios: readonly number[];
}

/** What was learnt of all models: a value to store and to give to `counterFor`. */
export interface Calibration {
  readonly models: Readonly<Record<string, ModelCalibration>>;
}

/** Nothing learnt yet. */
export const UNCALIBRATED: Calibration = { models: {} };

/** A bill outside these times the count is a misunderstanding (files, cached, cut, another model), not a tokenizer. */
const MIN_RATIO = 0.7;
const MAX_RATIO = 1.6;
/** Bills of fewer tokens say more about frames than about text. */
const MIN_COUNTED = 200;
/** Bills a median needs, so that no single one decides. */
const MIN_BILLS = 3;
/** Newest bills kept, so that a changed tokenizer is followed. */
const MAX_BILLS = 9;

/**
 * Learns from one answer: `counted` is what an uncalibrated counter said, `billed` what the provider did. Small or senseless
 * observations return the same state.
 */
export function observe(state: Calibration, model: string, counted: number, billed: number): Calibration {
  const ratio = billed / counted;
  if (!(counted >= MIN_COUNTED) || !(ratio >= MIN_RATIO && ratio <= MAX_RATIO)) return state;
  return learn(state, model, [ratio]);
}

/** Learns from a refusal, at once and whatever was billed before: the model counts `ratio` times what was counted. */
export function observeRefusal(state: Calibration, model: string, ratio: number): Calibration {
  return learn(state, model, Array<number>(MIN_BILLS + 2).fill(Math.min(MAX_RATIO, Math.max(ratio, factorOf(state, model)))));
}

function learn(state: Calibration, model: string, ratios: readonly number[]): Calibration {
  const kept = [...(learntOf(state, model)?.ratios ?? []), ...ratios].slice(-MAX_BILLS);
  return { ...state, models: { ...state.models, [model]: { ratios: kept } } };
}

/** Billed by counted for a model: the median of its bills, 1 while there are too few. */
export function factorOf(state: Calibration, model: string): number {
  const ratios = learntOf(state, model)?.ratios ?? [];
  if (ratios.length < MIN_BILLS) return 1;
  const inOrder = ratios.toSorted((a, b) => a - b);
  const middle = inOrder.length >> 1;
  const upper = inOrder[middle] as number;
  return inOrder.length % 2 === 1 ? upper : (upper + (inOrder[middle - 1] as number)) / 2;
}

/** Whether a model's counts rest on bills. */
export function isCalibrated(state: Calibration, model: string): boolean {
  return (learntOf(state, model)?.ratios.length ?? 0) >= MIN_BILLS;
}

function learntOf(state: Calibration, model: string): ModelCalibration | undefined {
  return Object.hasOwn(state.models, model) ? state.models[model] : undefined;
}

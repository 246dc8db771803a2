import type { Ask } from './ask.ts';
import { askFor } from './ask-tree.ts';
import { type CutLimit, cutText, SUPPRESSED } from './cut.ts';
import type { FoldKind } from './fold.ts';
import { escapeMaterial } from './material.ts';
import type { Json, Part } from './message.ts';
import { longestString, partText } from './part-folds.ts';
import type { Problem } from './pass.ts';
import { shortenPrompt } from './prompts.ts';

/** What to do with one kind of content. */
export type Operation =
  | { readonly operation: 'keep' }
  | { readonly operation: 'suppress' }
  | { readonly operation: 'truncate'; readonly truncate: CutLimit }
  | { readonly operation: 'summarize'; readonly summarize: SummarizeTerms };

/** How an operation is to be answered by a model. */
export interface SummarizeTerms {
  readonly apiProfile?: string;
  readonly maxTokens?: number;
  readonly customPrompt?: string;
}

/** What an operation makes of a part; null when it leaves it as it is. */
export interface Shortened {
  readonly kind: FoldKind;
  readonly body: string | Ask;
}

/** Least a summary of one part may weigh; below it a summary is not worth a call. */
const SMALLEST_SUMMARY = 48;

/** Applies an operation to a part as it is rendered now. */
export function operate(operation: Operation, part: Part, problem: Problem): Shortened | null {
  const text = partText(part);
  if (text === null || operation.operation === 'keep') return null;
  if (part.type === 'tool-call' && operation.operation !== 'summarize') return operateOnCall(operation, part.input);
  switch (operation.operation) {
    case 'suppress':
      return text.length > SUPPRESSED.length ? { kind: 'suppression', body: SUPPRESSED } : null;
    case 'truncate': {
      const cut = cutText(text, operation.truncate);
      return cut.length < text.length ? { kind: 'truncation', body: cut } : null;
    }
    case 'summarize':
      return summarizePart(operation.summarize, part, text, problem);
  }
}

/** A call keeps its shape: long strings inside its input are shortened. */
function operateOnCall(operation: Operation, input: Json): Shortened | null {
  const limit: CutLimit = operation.operation === 'truncate' ? operation.truncate : { maxChars: 200 };
  const shorten = (text: string) => {
    const cut = operation.operation === 'suppress' ? SUPPRESSED : cutText(text, limit);
    return cut.length < text.length ? cut : text;
  };
  const body = JSON.stringify(mapStrings(input, shorten));
  const kind = operation.operation === 'suppress' ? 'suppression' : 'truncation';
  return body.length < JSON.stringify(input).length ? { kind, body } : null;
}

function mapStrings(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, item === undefined ? item : mapStrings(item, change)]),
  ) as Json;
}

const WHAT = { text: 'message', 'tool-call': 'parameters of a tool call', 'tool-result': 'tool result' } as const;

function summarizePart(terms: SummarizeTerms, part: Part, text: string, problem: Problem): Shortened | null {
  const { count, ask, squeeze } = problem;
  const tokens = count.text(text);
  const limit = Math.ceil((terms.maxTokens ?? Math.max(SMALLEST_SUMMARY, Math.ceil(tokens / 10))) / squeeze);
  if (tokens < limit * 2) return null;
  // What a model says takes the place of a call's longest parameter: without one it has no place.
  if (part.type === 'tool-call' && longestString(part.input) === null) return null;
  const what = WHAT[part.type as keyof typeof WHAT];
  const instructions = terms.customPrompt ?? shortenPrompt(what);
  const shape = {
    instructions,
    maxTokens: limit,
    room: ask.room,
    count,
    ...(terms.apiProfile === undefined ? {} : { profile: terms.apiProfile }),
  };
  return { kind: 'summary', body: askFor([{ text: escapeMaterial(text), tokens }], shape) };
}

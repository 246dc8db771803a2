import type { Answer, Ask, FlatAsk, Usage } from './ask.ts';
import { askFor, framing } from './ask-tree.ts';
import { counted, formatCount } from './counted.ts';
import type { Counter } from './counter.ts';
import { cutToTokens } from './cut.ts';
import { isEmptyTalk } from './empty-talk.ts';
import type { Hash } from './hash.ts';
import { keptBeside } from './kept-beside.ts';
import { END, labelled, requestMaterial } from './material.ts';
import { HISTORY_SLOT, lengthNote, mergePrompt } from './prompts.ts';

/** How often answers that are too long together are merged in groups before they are cut. */
const REGROUPED = 2;

/** What came of one ask and all asks nested in it. */
export interface AskResult {
  /** Null in a dry run, and when it failed. */
  readonly text: string | null;
  readonly error?: string;
  /** Who answered, in order of first answer. */
  readonly by: readonly string[];
  /** Reasons of failures that the fallback made good. */
  readonly mended: readonly string[];
}

/** What answering needs to know. */
export interface AnswerTerms {
  readonly room: number;
  readonly count: Counter;
  readonly hash: Hash;
  /** Answers without a model when the host could not; null when it cannot either. */
  readonly fallback?: (ask: FlatAsk) => string | null;
}

/** Answers trees of asks from the leaves up. Yields every batch that can be answered at once, as the host sees it. */
export function* answerAsks(
  asks: readonly Ask[],
  terms: AnswerTerms,
): Generator<readonly FlatAsk[], readonly AskResult[], readonly Answer[]> {
  const roots = asks.map((ask) => plant(ask, null, 0));
  let ready = roots.flatMap(leaves);
  while (ready.length > 0) {
    const batch = ready.map((node) => flatten(node, terms));
    const answers = yield batch;
    const next: Node[] = [];
    ready.forEach((node, index) => {
      settle(node, answers[index] ?? null, batch[index] as FlatAsk, terms);
      const parent = hand(node);
      if (parent !== null) for (const ready of grown(parent, terms)) next.push(ready);
    });
    ready = next;
  }
  return roots.map((root) => ({
    text: root.text,
    by: [...root.by],
    mended: root.mended,
    ...(root.error === undefined ? {} : { error: root.error }),
  }));
}

interface Node {
  ask: Ask;
  readonly parent: Node | null;
  readonly slot: number;
  material: (string | null)[];
  waiting: number;
  children: Node[];
  /** How often its material had to be regrouped. */
  rounds: number;
  text: string | null;
  error?: string;
  readonly by: Set<string>;
  readonly mended: string[];
}

function plant(ask: Ask, parent: Node | null, slot: number): Node {
  const node: Node = {
    ask,
    parent,
    slot,
    material: [],
    waiting: 0,
    children: [],
    rounds: 0,
    text: null,
    by: new Set(),
    mended: [],
  };
  fill(node);
  return node;
}

function fill(node: Node): void {
  node.children = node.ask.material.flatMap((item, index) => (typeof item === 'string' ? [] : [plant(item, node, index)]));
  node.material = node.ask.material.map((item) => (typeof item === 'string' ? item : null));
  node.waiting = node.children.length;
}

function leaves(node: Node): Node[] {
  return node.children.length === 0 ? [node] : node.children.flatMap(leaves);
}

function flatten(node: Node, { hash, count }: AnswerTerms): FlatAsk {
  const { instructions, maxTokens, whole, expected, scope, request, profile, beside } = node.ask;
  const known = node.material.every((text) => text !== null);
  const material = node.material.join('\n');
  const tokens =
    known && node.children.length > 0 ? framing(instructions, { ...node.ask, count }) + count.text(material) : node.ask.tokens;
  const key = hash([instructions, maxTokens, ...(request === undefined ? [] : [request]), material].join('\n'));
  return {
    key,
    instructions,
    material,
    maxTokens,
    expected,
    tokens,
    ...(whole === undefined ? {} : { whole }),
    ...(scope === undefined ? {} : { scope }),
    ...(request === undefined ? {} : { request }),
    ...(profile === undefined ? {} : { profile }),
    ...(beside === undefined ? {} : { beside }),
  };
}

function settle(node: Node, answer: Answer, ask: FlatAsk, { fallback, count }: AnswerTerms): void {
  if (answer === null) return;
  const fault = answer.ok ? faultOf(answer.text, ask, count, fallback) : answer.error;
  if (answer.ok && fault === null) {
    node.text = answer.text;
    node.by.add(answer.by ?? 'model');
    return;
  }
  const text = fallback?.(ask)?.trim() || null;
  if (text === null) {
    node.error = fault ?? '';
    return;
  }
  node.text = text;
  node.by.add('embedded');
  node.mended.push(fault ?? '');
}

/** Share of an answer's room from which empty talk takes it from facts; a few vague words leave it to the ledger. */
const TAKES_ROOM = 0.25;

/** Why an answer is no summary of what was asked about; null when it may be one. */
function faultOf(text: string, ask: FlatAsk, count: Counter, fallback: AnswerTerms['fallback']): string | null {
  if (text.trim() === '') return 'the answer was empty';
  const tokens = count.text(text);
  if (tokens > ask.tokens)
    return `the answer (${counted(tokens, 'token')}) was longer than what it was to shorten (${formatCount(ask.tokens)})`;
  const wordy = fallback !== undefined && tokens > ask.maxTokens * TAKES_ROOM;
  return wordy && isEmptyTalk(text, tokens, ask.material, () => fallback(ask) ?? '')
    ? 'the answer said next to nothing of what it was given'
    : null;
}

/** Gives a node's outcome to its parent; the parent when that was the last one it waited for. */
function hand(node: Node): Node | null {
  const { parent } = node;
  if (parent === null) return null;
  parent.material[node.slot] = node.text === null ? null : labelled(`part ${node.slot + 1}`, 'record', node.text);
  for (const name of node.by) parent.by.add(name);
  for (const mended of node.mended) parent.mended.push(mended);
  if (node.error !== undefined) parent.error ??= node.error;
  return --parent.waiting === 0 ? parent : null;
}

/** What can be asked next now that all of a node's material is there. A failure goes up unasked. */
function grown(node: Node, terms: AnswerTerms): Node[] {
  if (node.error !== undefined) {
    const parent = hand(node);
    return parent === null ? [] : grown(parent, terms);
  }
  const material = node.material;
  if (!material.every((text) => text !== null)) return [node];
  const { count, room } = terms;
  const pieces = material.map((text) => ({ text, tokens: count.text(text) + 1 }));
  const frame = framing(node.ask.instructions, { ...node.ask, count });
  const total = pieces.reduce((sum, piece) => sum + piece.tokens, frame);
  if (total <= room) return [node];
  if (++node.rounds > REGROUPED) {
    // Answers that never get shorter would be merged for ever: each keeps its fair share of the window.
    const share = (room - frame) / pieces.length - count.text(`\n\n${END}`);
    node.material = pieces.map(({ text }) => closed(cutToTokens(text, share, count.text)));
    return [node];
  }
  node.ask = askFor(pieces, { ...node.ask, instructions: mergePrompt(node.ask.scope), room, count });
  fill(node);
  return leaves(node);
}

/** A labelled piece that may have lost its end. */
function closed(text: string): string {
  return text.endsWith(END) ? text : `${text}\n${END}`;
}

/** Two usages as one. */
export function addUsage(a: Usage, b: Usage | undefined): Usage {
  if (b === undefined) return a;
  const cacheRead = (a.cacheRead ?? 0) + (b.cacheRead ?? 0);
  const cacheWrite = (a.cacheWrite ?? 0) + (b.cacheWrite ?? 0);
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    ...(cacheRead === 0 ? {} : { cacheRead }),
    ...(cacheWrite === 0 ? {} : { cacheWrite }),
  };
}

/** The whole prompt of an ask: its instructions with the material in the slot, the request before it, what is kept beside the answer, and how long that may be. */
export function promptOf(ask: FlatAsk): string {
  const { instructions, material, request, maxTokens, besideText } = writeBeside(ask);
  const shown = request === undefined ? material : `${requestMaterial(request)}\n${material}`;
  const prompt = instructions.includes(HISTORY_SLOT)
    ? instructions.replace(HISTORY_SLOT, () => shown)
    : `${instructions}\n\n${shown}`;
  return prompt + besideText + lengthNote(maxTokens);
}

/** An ask with what is kept beside its answer, so that whoever sends it need not find that where others wait for it. */
export function writeBeside(ask: FlatAsk): FlatAsk & { readonly besideText: string } {
  return { ...ask, besideText: ask.besideText ?? keptBeside(ask.material, ask.beside ?? 0) };
}

import type { Counter } from '../counter.ts';
import type { Message } from '../message.ts';
import type { Seams } from '../seam.ts';
import { transcriptOf } from '../transcript.ts';
import type { View } from '../view.ts';

/** A counter for tests that are not about counting: one token a UTF-16 unit of text or JSON, `overhead` a message. */
export function unitCounter(overhead = 4): Counter {
  const text = (value: string) => value.length;
  return {
    exact: true,
    text,
    message: ({ parts, extra }) =>
      parts.reduce(
        (sum, part) => sum + (part.type === 'text' || part.type === 'reasoning' ? part.text.length : JSON.stringify(part).length),
        overhead + (extra ? JSON.stringify(extra).length : 0),
      ),
    frame: ({ system, tools }) => (system?.length ?? 0) + (tools?.length ? JSON.stringify(tools).length : 0),
  };
}

/** A view of messages with nothing folded. */
export function plainView(messages: readonly Message[], frame: View['frame'] = {}): View {
  const transcript = transcriptOf(messages);
  return {
    frame,
    transcript,
    rows: transcript.map((entry, index) => ({ kind: 'entry', index, entry, message: entry.message, folds: [] })),
  };
}

/** Seams that allow a cut everywhere but inside the given units, and fold everything but `fixed`; the newest step is not spared unless said. */
export function looseSeams(
  request: number,
  options: { units?: readonly (readonly [number, number])[]; fixed?: readonly number[]; newest?: number } = {},
): Seams {
  const { units = [], fixed = [] } = options;
  const unitOf = (index: number) => units.find(([first, last]) => index >= first && index <= last) ?? [index, index];
  return {
    request,
    newest: options.newest ?? Number.POSITIVE_INFINITY,
    unread: Number.POSITIVE_INFINITY,
    unit: (index) => unitOf(index) as readonly [number, number],
    cutBefore: (index) => unitOf(index)[0] === index,
    fixed: (index) => fixed.includes(index),
    held: (index) => fixed.includes(index),
  };
}

import { type Message, type Part, type PartTarget, type Row, render, resultText } from '@tenfold/core';
import { dialectOf } from '@tenfold/dialects';
import type { SessionId } from '@tenfold/store';
import { dialectFor } from '../upstream/prompt.ts';
import type { ContextPart, ContextRow, Contexts } from './contexts.ts';
import type { Desk, Laid } from './desk.ts';
import { contextStatus, type FoldState } from './status.ts';

/** What contexts need beside the desk. */
export interface ContextParts {
  readonly desk: Desk;
  foldState(session: SessionId): FoldState;
  /** Messages the provider has seen last, in order; null where it caches nothing. */
  sent(session: SessionId): readonly Message[] | null;
}

/** The contexts of sessions. */
export function contextsOn({ desk, foldState, sent }: ContextParts): Contexts {
  return {
    status: async (session, draft) => contextStatus(await desk.lay(session), foldState(session), draft),
    async context(session) {
      const laid = await desk.lay(session);
      const { opened, choices } = laid;
      const status = contextStatus(laid, foldState(session));
      const before = frameRows(laid);
      const cached = cachedRows(opened.view.rows, sent(session));
      const cachedUntil = cached === 0 ? null : before.length + cached;
      const rows = [...before, ...opened.view.rows.filter(({ message }) => message !== null).map((row) => contextRow(row, laid))];
      const dialect = dialectFor(choices.profile?.endpoint.provider ?? null);
      const summaryRole = choices.value('summaryRole') as 'system' | 'user';
      const body = dialectOf(dialect).encode({ frame: laid.frame, messages: render(opened.view) }, { summaryRole });
      return {
        tokens: status.used,
        status,
        cachedUntil,
        wire: { dialect, body },
        rows: rows.map((row, index) => ({ ...row, row: index, cached: cachedUntil !== null && index < cachedUntil })),
      };
    },
  };
}

type Unplaced = Omit<ContextRow, 'row' | 'cached'>;

function frameRows({ frame, choices: { count } }: Laid): Unplaced[] {
  const { system, tools = [] } = frame;
  const bare = { role: 'system', protected: true } as const;
  const total = count.frame(frame);
  const declared = tools.length === 0 ? 0 : total - count.frame(system === undefined ? {} : { system });
  const parts = tools.map((tool) => {
    const text = JSON.stringify({ name: tool.name, description: tool.description, parameters: tool.parameters });
    return { type: 'tool', text, tokens: count.text(text) };
  });
  return [
    ...(system === undefined
      ? []
      : [
          {
            ...bare,
            kind: 'system' as const,
            tokens: total - declared,
            parts: [{ type: 'text', text: system, tokens: count.text(system) }],
          },
        ]),
    ...(tools.length === 0 ? [] : [{ ...bare, kind: 'tools' as const, tokens: declared, parts }]),
  ];
}

function contextRow(row: Row, { opened, choices: { count } }: Laid): Unplaced {
  const message = row.message as Message;
  const tokens = count.message(message);
  const bare = count.message({ role: message.role, parts: [] });
  const folds = new Map(row.kind === 'entry' ? row.folds.map((fold) => [(fold.target as PartTarget).index, fold]) : []);
  const parts = message.parts.map((part, index): ContextPart => {
    const fold = folds.get(index);
    const weight = message.parts.length === 1 ? tokens - bare : count.message({ role: message.role, parts: [part] }) - bare;
    return {
      type: part.type,
      text: partText(part),
      tokens: weight,
      ...(fold === undefined ? {} : { foldId: fold.id, foldKind: fold.kind }),
    };
  });
  const shared = { role: message.role, tokens, parts };
  if (row.kind === 'stand-in') {
    const { fold, covers, from, to } = row;
    return { ...shared, kind: 'stand-in', foldId: fold.id, covers, from, to, was: fold.before, protected: false };
  }
  const was = row.folds.length === 0 ? {} : { was: count.message(row.entry.message) };
  return {
    ...shared,
    kind: 'entry',
    position: row.index,
    entryId: row.entry.id,
    protected: opened.seams.fixed(row.index),
    ...was,
  };
}

/** The text of a part as people read it. */
function partText(part: Part): string {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return part.text;
    case 'tool-call':
      return `${part.name} ${JSON.stringify(part.input)}`;
    case 'tool-result':
      return resultText(part);
    case 'attachment':
      return [part.name ?? 'unnamed', part.mediaType].join(' ');
    case 'opaque':
      return JSON.stringify(part.value);
  }
}

/** Rows at the beginning that render as they were sent last. */
function cachedRows(rows: readonly Row[], sent: readonly Message[] | null): number {
  const shown = rows.flatMap(({ message }) => message ?? []);
  let same = 0;
  while (same < shown.length && sent !== null && shown[same] === sent[same]) same++;
  return same;
}

import type {
  ClientAttachment,
  ContextPage,
  ContextPart,
  ContextRow,
  DetailedStatus,
  PastContextPage,
  PastRequests,
  WireBody,
} from '@tenfold/contract';
import {
  type Counter,
  type EntryId,
  type Message,
  type Part,
  type PartTarget,
  type Role,
  type Row,
  render,
  resultText,
} from '@tenfold/core';
import { dialectOf, type Sliced } from '@tenfold/dialects';
import type { SessionId, Store } from '@tenfold/store';
import { runInSlices } from '../run-in-slices.ts';
import { fileProblems } from '../turn/file-problems.ts';
import { userMessage } from '../turn/user-message.ts';
import { dialectFor } from '../upstream/prompt.ts';
import type { LoadedSession, SessionLoader } from './load-session.ts';
import { loadBefore, pastRequests } from './past-requests.ts';
import { sentView } from './request-notes.ts';
import { detailedStatus, type FoldState } from './status.ts';

/** What the model sees, and how full that is. */
export interface Contexts {
  /** With what is being typed, where it is given. */
  status(session: SessionId, draft?: string): Promise<DetailedStatus>;
  /** What files that go with a message would weigh, and why one cannot be sent. */
  weigh(session: SessionId, files: readonly ClientAttachment[]): Promise<readonly { tokens: number; refused: string | null }[]>;
  context(session: SessionId): Promise<ContextPage>;
  /** The requests sent on the current branch, as far as their answers remember them. */
  requests(session: SessionId, options?: { before?: number }): Promise<PastRequests>;
  /** The messages that were sent for an answer, with the system text and tools of now. */
  sentFor(session: SessionId, answer: EntryId): Promise<PastContextPage>;
  /** The body of the next request, or of the one that was sent for an answer, in the format of its model. */
  wire(session: SessionId, answer?: EntryId): Promise<WireBody>;
  /** Shows a made-up conversation, so that the first real one does not wait for code that never ran. For who serves others. */
  warmUp(): Promise<void>;
}

/** What contexts need beside the loader. */
export interface ContextParts {
  readonly store: Store;
  readonly loader: SessionLoader;
  foldState(session: SessionId): FoldState;
  /** Messages the provider has seen last, in order; null where it caches nothing. */
  sent(session: SessionId): readonly Message[] | null;
  warmUp(): Promise<void>;
}

/** The contexts of sessions. */
export function createContexts({ store, loader, foldState, sent, warmUp }: ContextParts): Contexts {
  return {
    status: async (session, draft) => detailedStatus(await loader.load(session), foldState(session), draft),
    async weigh(session, files) {
      const { choices } = await loader.load(session);
      const weighed = files.map((file) => {
        const message = userMessage({ attachments: [file] });
        const [problem] = fileProblems(message, choices);
        return { tokens: choices.count.message(message), refused: problem?.message ?? null };
      });
      if (weighed.some(({ refused }) => refused !== null)) return weighed;
      // Those that are taken one by one may be too many.
      const [problem] = files.length < 2 ? [] : fileProblems(userMessage({ attachments: files }), choices);
      return weighed.map((file, at) => (at === files.length - 1 ? { ...file, refused: problem?.message ?? null } : file));
    },
    context: async (session) => runInSlices(contextPage(await loader.load(session), foldState(session), sent(session))),
    async requests(session, { before } = {}) {
      return pastRequests(store, session, (await store.sessions.get(session)).branch, before);
    },
    async sentFor(session, answer) {
      const { loaded, ...told } = await loadBefore(store, await loader.load(session), answer);
      return { ...(await runInSlices(contextPage(loaded, foldState(session), null))), ...told };
    },
    async wire(session, answer) {
      const loaded = await loader.load(session);
      return runInSlices(wireBody(answer === undefined ? loaded : (await loadBefore(store, loaded, answer)).loaded));
    },
    warmUp,
  };
}

/** Rows made between two yields. */
const AT_ONCE = 256;

/** Exactly what would be sent of a loaded session. */
export function* contextPage(
  loaded: Omit<LoadedSession, 'end' | 'used'>,
  state: FoldState,
  sent: readonly Message[] | null,
): Sliced<ContextPage> {
  const view = sentView(loaded);
  yield;
  const status = detailedStatus(loaded, state);
  yield;
  const before = frameRows(loaded);
  const cached = cachedRows(view.rows, sent);
  const cachedUntil = cached === 0 ? null : before.length + cached;
  const isCached = (row: number) => cachedUntil !== null && row < cachedUntil;
  const rows: ContextRow[] = before.map((row, index) => ({ ...row, row: index, cached: isCached(index) }));
  for (const row of view.rows) {
    if (row.message === null) continue;
    rows.push(contextRow(row as Shown, rows.length, isCached(rows.length), loaded));
    if (rows.length % AT_ONCE === 0) yield;
  }
  return { tokens: status.used, status, cachedUntil, rows };
}

/** The same as its model is sent it. */
export function* wireBody(loaded: Pick<LoadedSession, 'choices' | 'frame' | 'opened'>): Sliced<WireBody> {
  const { frame, choices } = loaded;
  const dialect = dialectFor(choices.profile?.endpoint.provider ?? null);
  const said = { frame, messages: render(sentView(loaded)) };
  const body = yield* dialectOf(dialect).encodeInSlices(said, { summaryRole: choices.value('summaryRole') });
  return { dialect, body };
}

type Unplaced = Omit<ContextRow, 'row' | 'cached'>;

function frameRows({ frame, choices: { count } }: Pick<LoadedSession, 'frame' | 'choices'>): Unplaced[] {
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

type Shown = Row & { readonly message: Message };

function contextRow(
  shown: Shown,
  row: number,
  cached: boolean,
  { opened, choices: { count } }: Pick<LoadedSession, 'opened' | 'choices'>,
): ContextRow {
  const { role } = shown.message;
  const tokens = count.message(shown.message);
  const parts = contextParts(shown, tokens, count);
  if (shown.kind === 'stand-in') {
    const { fold, covers, from, to } = shown;
    return {
      row,
      kind: 'stand-in',
      role,
      foldId: fold.id,
      covers,
      from,
      to,
      tokens,
      was: fold.before,
      cached,
      protected: false,
      parts,
    };
  }
  const { index: position, entry, folds } = shown;
  const placed = { row, kind: 'entry', role, position, entryId: entry.id, tokens } as const;
  const plain = { cached, protected: opened.seams.fixed(position), parts };
  return folds.length === 0 ? { ...placed, ...plain } : { ...placed, was: count.message(entry.message), ...plain };
}

/** Kept, so that a counter is shown the same ones again. */
const BARE: Readonly<Record<Role, Message>> = {
  system: { role: 'system', parts: [] },
  user: { role: 'user', parts: [] },
  assistant: { role: 'assistant', parts: [] },
  tool: { role: 'tool', parts: [] },
  summary: { role: 'summary', parts: [] },
};

function contextParts(row: Shown, tokens: number, count: Counter): ContextPart[] {
  const { role, parts } = row.message;
  const bare = count.message(BARE[role]);
  const folds = row.kind === 'entry' ? row.folds : [];
  return parts.map((part, index): ContextPart => {
    const weight = parts.length === 1 ? tokens - bare : count.message({ role, parts: [part] }) - bare;
    if (row.kind === 'stand-in') return { type: 'compress', content: partText(part), tokens: weight, foldId: row.fold.id };
    const plain = { type: part.type, text: partText(part), tokens: weight };
    const fold = folds.find(({ target }) => (target as PartTarget).index === index);
    return fold === undefined ? plain : { ...plain, foldId: fold.id, foldKind: fold.kind };
  });
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

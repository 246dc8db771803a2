import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type Conversation,
  type Counter,
  countSlices,
  type Entry,
  type Frame,
  holdsFiles,
  lettersIn,
  type Message,
  type Part,
  positionsOf,
  project,
  type Seams,
  seamsOf,
  type View,
} from '@tenfold/core';
import {
  type Appended,
  type BranchEnd,
  type Context,
  createYield,
  grownContext,
  type OpenedSession,
  openContext,
  type PlacedEntry,
  type RecentJobs,
  type Session,
  type SessionId,
  type Store,
  type UnstoredEntry,
  type Used,
} from '@tenfold/store';
import type { Choices, Chooser } from '../settings/choices.ts';
import type { ToolServers } from '../tools/tool-servers.ts';
import type { Provider } from '../upstream/endpoint.ts';
import { bareEntry } from './entry-note.ts';
import type { Frames } from './frames.ts';
import { withSentFiles } from './sent-files.ts';

/** A conversation as it is stored now, with what the engine makes of it. */
export interface Opened {
  readonly session: SessionId;
  readonly branch: string;
  readonly version: number;
  /** Who is sent it: files weigh what goes there. */
  readonly provider: Provider | null;
  readonly context: Context;
  readonly conversation: Conversation;
  readonly view: View;
  readonly seams: Seams;
}

/** A session as it is at one moment: what is decided for it and what its conversation is. A turn loads it once and passes it down. */
export interface LoadedSession {
  readonly session: Session;
  readonly choices: Choices;
  readonly frame: Frame;
  readonly branch: string;
  readonly opened: Opened;
  /** End of the branch, where the next append goes. */
  readonly end: BranchEnd;
  /** What its head was counted at. */
  readonly used: Used | null;
}

/** Folds, or entries, of a context that took its time to be read. */
const MANY_FOLDS = 500;
const MANY_ENTRIES = 5_000;

/** Loads sessions. */
export interface SessionLoader {
  /** On the current branch unless another is named. */
  load(session: SessionId, branch?: string): Promise<LoadedSession>;
  /** What is decided for a session on its current branch, its conversation aside: its messages can be read where its folds cannot. */
  loadFrame(session: SessionId): Promise<Pick<LoadedSession, 'session' | 'frame' | 'branch'>>;
  /** A session on its current branch as it was last seen here, by which it may be written to where it still is so; null where nobody looked. */
  kept(session: SessionId): LoadedSession | null;
  /** Keeps what a loaded session has become, so that the next load need not read it. */
  keep(loaded: LoadedSession): void;
  forget(session: SessionId): void;
  /** Forgets all of its owner's. */
  close(): void;
}

/** What a loaded session takes without entries and folds, in such rows. */
const EMPTY_ROWS = 50;

/** What it takes to remember a loaded session, in entries and folds. */
export function rowsOf({ opened: { context } }: LoadedSession): number {
  return EMPTY_ROWS + context.entries.length + context.folds.length;
}

/** What a loader reads with, and what learns from all that is read with a session before anything is made of it. */
interface LoaderParts {
  readonly store: Store;
  readonly chooser: Chooser;
  readonly frames: Frames;
  /** Takes in what the store has of a session's latest folds. */
  readonly folds: { learn(session: SessionId, recent: RecentJobs): Promise<void> };
  readonly toolServers: Pick<ToolServers, 'known' | 'learn'>;
  /** What loaders saw; those of other owners share it. */
  readonly seen: Map<string, LoadedSession>;
}

/** The loader over a store. */
export function sessionLoader({ store, chooser, frames, folds, toolServers, seen }: LoaderParts): SessionLoader {
  const of = `${store.owner}\n`;
  /** Where a session is remembered: the branch turns go on needs no name. */
  const keyOf = ({ head: { session, branch }, current }: BranchEnd) => `${of}${session}\n${branch === current ? '' : branch}`;
  const forget = (from: string) => {
    for (const key of seen.keys()) if (key.startsWith(from)) seen.delete(key);
  };
  const learn = ({ session, folds: recent, toolServers: stored }: OpenedSession) =>
    Promise.all([folds.learn(session.id, recent), stored.size + toolServers.known.size > 0 ? toolServers.learn(stored) : null]);
  return {
    async loadFrame(id) {
      const found = await store.sessions.open(id);
      const [choices] = await Promise.all([chooser.for(found), learn(found)]);
      return { session: found.session, frame: frames.of(choices), branch: found.end.head.branch };
    },
    async load(id, named) {
      const found = await store.sessions.open(id, named);
      const { session, end, used } = found;
      const { branch, version } = end.head;
      const key = keyOf(end);
      const last = seen.get(key);
      const before = last?.branch === branch ? last : undefined;
      // Neither waits for the other: what both read goes to a database together.
      const known = before?.opened.context;
      const reading = known?.version === version ? known : contextOf(store, found, known);
      const [choices, context] = await Promise.all([chooser.for(found), reading, learn(found)]);
      const frame = frames.of(choices);
      const provider = choices.profile?.endpoint.provider ?? null;
      const isSame = before?.opened.version === version && before.frame === frame && before.opened.provider === provider;
      const opened = isSame ? before.opened : openedOf(context, branch, frame, provider);
      const loaded = { session, choices, frame, branch, end, used, opened };
      seen.set(key, loaded);
      const { entries } = opened.context;
      if (entries.length > FEW.entries || lettersIn(entries, FEW.letters, 0) > FEW.letters) await readLong(opened, choices);
      return loaded;
    },
    kept: (session) => seen.get(`${of}${session}\n`) ?? null,
    keep: (loaded) => void seen.set(keyOf(loaded.end), loaded),
    forget: (session) => forget(`${of}${session}\n`),
    close: () => forget(of),
  };
}

/** The context of a session that was just opened, given what is known of it. */
async function contextOf(store: Store, found: OpenedSession, known: Context | undefined): Promise<Context> {
  const { session, version, head, length, damages = [] } = found.end.head;
  if (length === 0) {
    const empty = { entries: [], folds: [], setAside: [], covered: [], ends: [] };
    return { session, head, version, length, damages, resting: [...head.folds], ...empty };
  }
  // Another process has gone on with it, as a rule: then what came behind is all that is new.
  const read = await store.contexts.open(found, known);
  if (read.folds.length > MANY_FOLDS || read.entries.length > MANY_ENTRIES) await nextTurn();
  return bareContext(read, known);
}

/** The context with notes taken off; entries that were open before are the same objects, so that counts are remembered. */
export function bareContext(context: Context, before?: Context): Context {
  // Those of one that grew are bare already.
  const other = context.entries.findIndex((placed, at) => placed !== before?.entries[at]);
  const same = other < 0 ? context.entries.length : other;
  const known = new Map(before?.entries.slice(same).map(({ entry }) => [entry.id, entry]));
  const fresh = context.entries.slice(same).map((placed): PlacedEntry => {
    const entry: Entry = known.get(placed.entry.id) ?? bareEntry(placed.entry);
    return { ...placed, entry };
  });
  const folds = new Map(before?.folds.map((fold) => [fold.id, fold]));
  const entries = [...context.entries.slice(0, same), ...fresh];
  return { ...context, entries, folds: context.folds.map((fold) => folds.get(fold.id) ?? fold) };
}

/** A loaded session with another context of it, such as that of an earlier head. */
export async function reopened(loaded: LoadedSession, context: Context): Promise<LoadedSession> {
  const opened = openedOf(bareContext(context, loaded.opened.context), loaded.branch, loaded.frame, loaded.opened.provider);
  await readLong(opened, loaded.choices);
  return { ...loaded, opened };
}

/** A stored context as the engine sees it; each part is made when it is asked for, since an append needs none. */
export function openedOf(context: Context, branch: string, frame: Frame, provider: Provider | null): Opened {
  let conversation: Conversation | undefined;
  let seams: Seams | undefined;
  let view: View | undefined;
  return {
    session: context.session,
    branch,
    version: context.version ?? 0,
    provider,
    context,
    get conversation() {
      if (conversation !== undefined) return conversation;
      let hasFiles = false;
      for (const { entry } of context.entries) hasFiles ||= holdsFiles(entry.message);
      conversation = openContext(hasFiles ? withSentFiles(context, provider) : context, frame);
      return conversation;
    },
    get view() {
      view ??= project(this.conversation);
      return view;
    },
    get seams() {
      seams ??= seamsOf(this.conversation);
      return seams;
    },
  };
}

/** Entries that are read and counted in a few milliseconds, and letters of them. */
const FEW = { entries: 1_000, letters: 1_000_000 };
const counted = new WeakMap<Opened, string>();

/** Makes of a long context what everybody asks of it, step by step, so that nobody else waits for all of it. */
async function readLong(opened: Opened, { count, counted: by }: Pick<Choices, 'count' | 'counted'>): Promise<void> {
  const { entries } = opened.context;
  if (counted.get(opened) === by) return;
  counted.set(opened, by);
  const steps = [
    () => opened.conversation,
    () => positionsOf(opened.conversation.transcript),
    () => opened.seams,
    () => opened.view,
  ];
  for (const step of steps) {
    await nextTurn();
    step();
  }
  await countAhead(
    entries.map(({ entry }) => entry.message),
    count,
  );
  // Whoever asked for it looks through all of it next.
  await nextTurn();
}

/** A loaded session with entries behind its end, of which the bare messages are given; null where they do not follow what was loaded. */
export function grown(
  loaded: LoadedSession,
  { entries, head }: Pick<Appended, 'head'> & { readonly entries: readonly UnstoredEntry[] },
  bare: readonly Message[],
): LoadedSession | null {
  const { branch, frame, end } = loaded;
  const added: PlacedEntry[] = [];
  for (const [at, entry] of entries.entries()) {
    const { position, countedTokens } = entry;
    added.push({ position, entry: bareEntry(entry, bare[at]), countedTokens });
  }
  const context = grownContext(loaded.opened.context, head, { parent: entries[0]?.parent ?? null, entries: added });
  if (context === null) return null;
  const role = entries.at(-1)?.message.role ?? end.role;
  return { ...loaded, used: null, opened: openedOf(context, branch, frame, loaded.opened.provider), end: { ...end, head, role } };
}

/** Letters of a text that are counted in one go, and messages. */
const FEW_LETTERS = 1 << 14;
const FEW_MESSAGES = 4;

/** Counts messages a slice at a time, so that whoever measures them next finds it done and nobody waits meanwhile. */
export async function countAhead(messages: readonly Message[], count: Counter): Promise<void> {
  if (messages.length <= FEW_MESSAGES && lettersIn(messages, FEW_LETTERS, 0) < FEW_LETTERS) return;
  const yieldToOthers = createYield();
  for (const message of messages) {
    for (const text of message.parts.flatMap(longTexts)) for (const _ of countSlices(text)) await yieldToOthers();
    count.message(message);
    await yieldToOthers();
  }
}

function longTexts(part: Part): readonly string[] {
  if (part.type === 'tool-result')
    return typeof part.output === 'string' ? longOnly(part.output) : part.output.flatMap((piece) => longTexts(piece));
  // As a counter writes them.
  if (part.type === 'tool-call') return longOnly(JSON.stringify({ name: part.name, input: part.input }));
  if (part.type === 'opaque') return longOnly(JSON.stringify(part.value));
  return part.type === 'attachment' ? [] : longOnly(part.text);
}

function longOnly(text: string): readonly string[] {
  return text.length < FEW_LETTERS ? [] : [text];
}

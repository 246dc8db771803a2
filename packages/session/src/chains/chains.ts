import type { CondenseOptions, Json, JsonObject } from '@tenfold/core';
import type { Answered, WireId } from '@tenfold/dialects';
import type { SessionId } from '@tenfold/store';

/** A request of a client that resends its whole conversation. */
export interface ChainRequest {
  readonly wire: WireId;
  readonly model: string;
  readonly body: JsonObject;
  /** The body as it came. */
  readonly text: string;
  /** Strategy for this request's folds instead of the usual one. */
  readonly strategy?: string;
}

/** How chains are kept inside their room. */
export interface ChainOptions {
  /** Tokens a request may have; by the model's limits when not given. */
  readonly room?: number;
  readonly strategy?: string;
  /** Says what would be folded and sends everything as it came. */
  readonly observe?: boolean;
  /** Answers asks: a profile, or a function; the embedded summariser when not given. */
  readonly summarizer?: string | NonNullable<CondenseOptions['answer']>;
}

/** What is to be sent for a request. */
export interface Outgoing {
  readonly session: SessionId;
  readonly branch: string;
  /** The body to send: the very text that came where nothing is folded. */
  readonly text: string;
  readonly isChanged: boolean;
  /** Tokens that came, and that are sent. */
  readonly before: number;
  readonly after: number;
  /** Runs of folding that shape it. */
  readonly folds: number;
  readonly strategy: string;
  /** Tokens and the room they do not fit into, even folded: it is not to be sent. */
  readonly cannotFit: { readonly tokens: number; readonly room: number } | null;
  /** Why it is sent as it came although folds stand for a part of it. */
  readonly aside: string | null;
  /** The model answered: recorded, and what is due next prepared beside. Resolves when the record holds it. */
  answered(answer: Answered): Promise<void>;
  /** The model found it too long: what to send instead; null where no more can be folded. */
  tooLong(): Promise<Outgoing | null>;
}

/** The record cannot be read or written, so that nothing is managed. */
export class RecordFailed extends Error {
  override readonly name = 'RecordFailed';
}

/** Conversations that clients keep themselves and send whole every time. */
export interface Chains {
  /** Finds the chain of a request, records what is new of it, and folds what is due. Waits for a fold only where it would not fit. @throws RecordFailed */
  send(request: ChainRequest, options: ChainOptions): Promise<Outgoing>;
  /** What the request would look like under another strategy: nothing is recorded or changed. */
  replay(
    request: ChainRequest,
    options: ChainOptions,
  ): Promise<{ readonly body: Json; readonly before: number; readonly after: number }>;
  /** Resolves once everything is recorded and no fold is under way. */
  idle(): Promise<void>;
}

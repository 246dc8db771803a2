import type { CondenseOptions, Json, Message, ToolCall } from '@tenfold/core';
import type { Answered, WireId, WireRequest } from '@tenfold/dialects';
import type { SessionId } from '@tenfold/store';
import type { Endpoint } from '../upstream/endpoint.ts';

/** A request of a client that resends its whole conversation. */
export interface ChainRequest extends WireRequest {
  readonly model: string;
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
  /** Offers `recall` and `expand` to the model in conversations that begin from now on; the client sees nothing of it. */
  readonly recall?: boolean;
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
  /** Tools that are offered to the model beside the client's own; none where recall is not on. */
  readonly hiddenTools: ReadonlySet<string>;
  /** Runs calls of these tools that stood in `said`, what the model said so far: their results, and the request that goes on with them. */
  runHidden(calls: readonly ToolCall[], said: readonly Message[]): Promise<{ readonly results: Message; readonly text: string }>;
  /**
   * The model answered: has it recorded soon, and what is due next prepared beside. Where it called hidden tools, `said` is all that was said,
   * and the answer what the client has of it.
   */
  answered(answer: Answered, said?: readonly Message[]): void;
  /** The model found it too long: what to send instead; null where no more can be folded. */
  tooLong(): Promise<Outgoing | null>;
}

/** The record cannot be read or written, so that nothing is managed. */
export class RecordFailed extends Error {
  override readonly name = 'RecordFailed';
}

/** Conversations that clients keep themselves and send whole every time. */
export interface Chains {
  /** A request's text, read; what is known of it is not read again. Nothing where it is no request. */
  read(wire: WireId, text: string): Promise<WireRequest | undefined>;
  /** Finds the chain of a request, records what is new of it, and folds what is due. Waits for a fold only where it would not fit. @throws RecordFailed */
  send(request: ChainRequest, options: ChainOptions): Promise<Outgoing>;
  /** The text of a request that is not managed: as it came, but for thinking that was made on folds and that its model would refuse. Never throws. */
  asItCame(request: ChainRequest): Promise<string>;
  /** What the request would look like under another strategy: nothing is recorded or changed. */
  replay(
    request: ChainRequest,
    options: ChainOptions,
  ): Promise<{ readonly body: Json; readonly before: number; readonly after: number }>;
  /** Where the requests of a profile go, and the key they are signed with. */
  credential(profile: string): Promise<Pick<Endpoint, 'provider' | 'baseUrl' | 'key'>>;
  /** Resolves once everything is recorded and no fold is under way. */
  idle(): Promise<void>;
  /** Forgets all that is remembered of its owner's. */
  close(): void;
}

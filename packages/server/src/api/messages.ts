import { api, type TurnChunk } from '@tenfold/contract';
import { eventEntry, SessionError, type Tenfold, type TurnEvent, type TurnRequest } from '@tenfold/session';
import { problemOf, problemResponse, type Refused, refusalOf } from '../problem.ts';
import { routes } from '../route.ts';
import { type Outbox, sse } from '../stream/streams.ts';

/** Taking turns with a model. */
export const messageRoutes = routes(api.turns, {
  send: ({ tenfold, caller, params: { session }, body, actor, streams }) =>
    answerTurn(tenfold, session, { ...body, ...actor }, streams.open('turn', caller)),
  async follow({ tenfold, caller, params: { session }, streams }) {
    await tenfold.sessions.get(session);
    return followTurn(tenfold, session, (ended) => streams.open('turn', caller, ended));
  },
  queue: async ({ tenfold, params }) => ({ messages: await tenfold.turns.queue(params.session) }),
  withdraw: ({ tenfold, params }) => tenfold.turns.withdraw(params.session, params.message),
  async stop({ tenfold, params }) {
    await tenfold.sessions.get(params.session);
    return { stopped: await tenfold.turns.stop(params.session) };
  },
});

/**
 * Takes a turn and streams it. The turn is followed to its end here, not by the reader: whoever leaves early loses
 * only the stream, and finds the answer in the record. A turn that is refused before it says anything is a problem.
 */
export async function answerTurn(
  tenfold: Tenfold,
  session: string,
  request: TurnRequest,
  outbox: Outbox,
): Promise<Outbox | Response> {
  const events = tenfold.turns.send(session, request);
  const said: TurnEvent[] = [];
  let refused: Refused | null = null;
  try {
    for (let isSure = false; !isSure && refused === null; ) {
      const { done, value: event } = await events.next();
      if (done) break;
      said.push(event);
      if (event.type === 'error') refused = turnRefusal(event);
      // A fold that fails is a refusal with choices where people want to be asked; elsewhere a turn that has to wait is told of at once.
      else if (event.type === 'fold' || (event.type === 'queued' && event.reason === 'hard'))
        isSure = !(await wantsToBeAsked(tenfold, session));
      // Its status comes once it fits.
      else isSure = event.type !== 'start' && event.type !== 'entry' && event.type !== 'warning';
    }
  } catch (error) {
    // Nobody would read the answer of a turn that cannot be told of.
    void events.return?.();
    refused = refusalOf(error);
  }
  if (refused !== null) {
    outbox.close();
    return problemResponse(refused);
  }
  void writeTurn(events, outbox, said);
  return outbox;
}

/** Whether people choose what happens where a context does not fit. */
async function wantsToBeAsked(tenfold: Tenfold, session: string): Promise<boolean> {
  const { values } = await tenfold.settings.effective(session);
  return values.find(({ key }) => key === 'onFailure')?.value === 'ask';
}

/** Joins the turn under way: what has come of the answer at once, then the rest as it comes. Nothing (204) when nobody is answering. */
export async function followTurn(
  tenfold: Tenfold,
  session: string,
  open: (ended: () => void) => Outbox,
): Promise<Outbox | Response> {
  const events = await tenfold.turns.follow(session);
  if (events === null) return new Response(null, { status: 204 });
  try {
    const outbox = open(() => void events.return?.());
    void writeTurn(events, outbox);
    return outbox;
  } catch (error) {
    // Nobody reads it where there is no room for another stream: what is said on would be kept for nobody.
    await events.return?.();
    throw error;
  }
}

/** Writes what a turn has said and what it says on, to its end. */
async function writeTurn(events: AsyncIterator<TurnEvent>, outbox: Outbox, said: readonly TurnEvent[] = []): Promise<void> {
  const { write, end } = turnWriter(outbox);
  for (const event of said) write(event);
  try {
    for (let next = await events.next(); !next.done; next = await events.next()) write(next.value);
  } catch (error) {
    end();
    for (const chunk of errorChunks(refusalOf(error))) outbox.write(sse(chunk));
  }
  end();
  outbox.write('data: [DONE]\n\n');
  outbox.close();
}

type Piece = Extract<TurnEvent, { type: 'text' | 'reasoning' }>;

/** Milliseconds in which what comes of an answer goes out as one: quicker than a screen needs, and a fraction of the packets. */
const TOGETHER_MS = 40;

/**
 * Writes what happens in a turn to a stream, as the AI SDK reads it: parts are opened and closed around their pieces. The first piece of
 * an answer goes at once, those that follow it closely together, all else in its place.
 */
export function turnWriter(outbox: Pick<Outbox, 'write'>, together: number = TOGETHER_MS) {
  let part: Omit<Piece, 'delta'> | null = null;
  let held: Piece | null = null;
  let timer: NodeJS.Timeout | undefined;
  const put = (chunk: TurnChunk): void => outbox.write(sse(chunk));
  const leavePart = (): void => {
    if (part !== null) put({ type: `${part.type}-end`, id: part.id });
    part = null;
  };
  const letGo = (): boolean => {
    clearTimeout(timer);
    timer = undefined;
    if (held === null) return false;
    const { type, id, delta } = held;
    held = null;
    if (part?.type !== type || part.id !== id) {
      leavePart();
      put({ type: `${type}-start`, id });
    }
    part = { type, id };
    put({ type: `${type}-delta`, id, delta });
    return true;
  };
  const again = (): void => {
    if (letGo()) timer = setTimeout(again, together);
  };
  return {
    write(event: TurnEvent): void {
      if (event.type === 'text' || event.type === 'reasoning') {
        if (held !== null && held.type === event.type && held.id === event.id)
          held = { ...held, delta: held.delta + event.delta };
        else if (held === null && timer !== undefined) held = event;
        else {
          letGo();
          held = event;
          again();
        }
        return;
      }
      letGo();
      const chunks = chunksOf(event);
      // What stands beside the message does not end a part of it.
      if (chunks.at(-1)?.type.startsWith('data-') !== true) leavePart();
      for (const chunk of chunks) put(chunk);
    },
    /** Nothing more comes. */
    end: letGo,
  };
}

type Whole = Exclude<TurnEvent, { type: 'text' | 'reasoning' }>;

function chunksOf(event: Whole): readonly TurnChunk[] {
  switch (event.type) {
    case 'start':
      return [{ type: 'start', messageId: event.turn, messageMetadata: { branch: event.branch, model: event.model } }];
    case 'tool-call':
      return [{ type: 'tool-input-available', toolCallId: event.id, toolName: event.name, input: event.input, dynamic: true }];
    case 'tool-result':
      return event.isError
        ? [{ type: 'tool-output-error', toolCallId: event.id, errorText: event.output, dynamic: true }]
        : [{ type: 'tool-output-available', toolCallId: event.id, output: event.output, dynamic: true }];
    case 'entry':
      return [
        {
          type: 'data-entry',
          data: { ...eventEntry(event.entry), version: event.version, idempotencyKey: event.key },
          transient: true,
        },
      ];
    case 'status':
      return [{ type: 'data-status', data: event.status, transient: true }];
    case 'queued':
      return [{ type: 'data-queued', data: { reason: event.reason }, transient: true }];
    case 'fold':
      return [{ type: 'data-fold', data: { job: event.job, run: event.run }, transient: true }];
    case 'warning':
      return [{ type: 'data-warning', data: { code: event.code, message: event.message }, transient: true }];
    case 'error':
      return errorChunks(turnRefusal(event));
    case 'done':
      return event.outcome === 'stopped'
        ? [{ type: 'abort', reason: 'stopped' }]
        : [{ type: 'finish', messageMetadata: { outcome: event.outcome } }];
  }
}

/** What a reader is told where a turn fails. */
function errorChunks(refused: Refused): readonly TurnChunk[] {
  const problem = problemOf(refused);
  return [
    { type: 'data-error', data: problem, transient: true },
    { type: 'error', errorText: problem.detail },
  ];
}

/** A turn's error as a refusal. */
export function turnRefusal({ code, message, ...rest }: Extract<TurnEvent, { type: 'error' }>): Refused {
  return refusalOf(new SessionError(code, message, rest));
}

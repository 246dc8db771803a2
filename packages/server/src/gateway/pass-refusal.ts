import type { ManagedCall } from './call.ts';
import type { readAnswer } from './decode.ts';
import { parsedBody } from './read-body.ts';
import { beginResponse, refuse } from './relay.ts';
import type { UpstreamAnswer } from './upstream-answer.ts';
import { formOf, vendorError } from './vendor-error.ts';

/** A refusal that was read, as it came, or as an event where a stream was begun meanwhile. One too long to be read is told of in our words. */
export function passRefusal(
  { response, route, headers }: ManagedCall,
  answer: UpstreamAnswer,
  { bytes, text }: Awaited<ReturnType<typeof readAnswer>>,
): void {
  const { status } = answer;
  if (!response.headersSent && bytes !== null) {
    beginResponse(response, answer, headers);
    response.end(bytes);
    return;
  }
  const said = text || `The upstream refused with ${status}${bytes === null ? ', and said more than anybody reads' : ''}.`;
  const body = parsedBody(said) ?? vendorError(route.vendor, status, said).body;
  refuse(response, formOf(route), { status, body }, headers);
}

/** What an answer that cannot be read came to. */
export const UNREADABLE = 'unreadable';

/** Says that an answer, or the rest of one, cannot be read, where nothing else can be passed on. */
export function refuseUnread({ response, route, headers }: ManagedCall, answer: UpstreamAnswer): void {
  answer.destroy();
  const named = (name: string) => (answer.header(name) ?? 'none').replace(/[^\w.,*/+ =;-]/g, '').slice(0, 60);
  const message = `The answer of the upstream cannot be read here (content-type: ${named('content-type')}; content-encoding: ${named('content-encoding')}), as it has to be for this request. Nothing of it is recorded; try again.`;
  refuse(response, formOf(route), vendorError(route.vendor, 502, message), headers);
}

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

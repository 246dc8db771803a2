import type { Conversation } from '@tenfold/core';
import { identify } from '@tenfold/dialects';
import { sha256 } from '@tenfold/store';
import type { Chain } from './chain.ts';
import type { ChainRequest } from './measured-request.ts';
import { isBinding, outgoingView, requestText } from './outgoing-view.ts';

/**
 * The text of a request as it came, and what an answer to it is bound to where that is known. Thinking that its chain had made on something
 * else, such as folds, and that the model would refuse here is left out.
 */
export async function passThroughText(
  request: ChainRequest,
  { recalls, prefixes }: Chain,
): Promise<{ readonly text: string; readonly prefix: string | undefined }> {
  const { text } = request;
  if (!isBinding(request) || (!recalls && prefixes.size === 0)) return { text, prefix: undefined };
  const { decoded, transcript } = identify(request, sha256);
  const conversation: Conversation = { frame: decoded.frame, transcript, folds: [], protected: new Set() };
  // Where recall is offered all of it was made with its tools, and perhaps behind calls that the client does not have.
  const made = recalls ? new Map(transcript.map(({ id }) => [id, ''])) : prefixes;
  const { view, prefix, lacksThinking } = outgoingView(conversation, { ...request, prefixes: made });
  return lacksThinking ? { text: (await requestText(request, decoded, view)) ?? text, prefix } : { text, prefix: undefined };
}

import type { JsonObject } from '@tenfold/core';

/** Whether a request goes on from something the vendor stores. */
export function continues(body: JsonObject): boolean {
  return [body.previous_response_id, body.conversation, body.prompt].some((value) => value !== undefined && value !== null);
}

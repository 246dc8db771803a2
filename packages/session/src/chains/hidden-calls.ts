import type { Conversation, EntryId, Message, ToolCall } from '@tenfold/core';
import { chained } from '@tenfold/dialects';
import { sha256 } from '@tenfold/store';
import type { Recall } from '../recall.ts';
import type { Chain } from './chain.ts';
import type { MeasuredRequest } from './measured-request.ts';
import { outgoingView, requestText } from './outgoing-view.ts';
import { runRecall } from './run-recall.ts';

/** The calls of recall in one answer, and what its parts were made on. */
export class HiddenCalls {
  readonly #recall: Recall;
  readonly #measured: MeasuredRequest;
  readonly #chain: Chain;
  readonly #conversation: Conversation;
  /** What the parts of this answer were made on, each on those before it too. */
  readonly madeOn = new Map<EntryId, string>();
  #prefix: string | undefined;

  /** `prefix`: what the first part of the answer is made on. */
  constructor(
    recall: Recall,
    measured: MeasuredRequest,
    chain: Chain,
    { conversation, prefix }: { conversation: Conversation; prefix: string | undefined },
  ) {
    this.#recall = recall;
    this.#measured = measured;
    this.#chain = chain;
    this.#conversation = conversation;
    this.#prefix = prefix;
  }

  /** What the next part is made on. */
  get prefix(): string | undefined {
    return this.#prefix;
  }

  /** Runs calls that stood in what was said so far, and gives the request that goes on with their results. */
  async run(calls: readonly ToolCall[], said: readonly Message[]): Promise<{ readonly results: Message; readonly text: string }> {
    const { request, decoded, transcript } = this.#measured;
    await this.#chain.flush();
    const results = await runRecall(this.#recall, this.#chain, calls);
    const tail = chained([...said, results], sha256, transcript.at(-1)?.id ?? null);
    for (const { id, message } of tail)
      if (message.role === 'assistant' && !this.madeOn.has(id) && this.#prefix !== undefined) this.madeOn.set(id, this.#prefix);
    const longer = outgoingView(
      { ...this.#conversation, transcript: [...this.#conversation.transcript, ...tail] },
      { ...request, prefixes: new Map([...this.#chain.prefixes, ...this.madeOn]) },
    );
    this.#prefix = longer.prefix;
    return { results, text: (await requestText(request, decoded, longer.view)) ?? request.text };
  }
}

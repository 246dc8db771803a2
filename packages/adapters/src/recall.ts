import { type Conversation, type Json, type Message, project, type Transcript } from '@tenfold/core';
import {
  askedOf,
  expandedText,
  foundIn,
  RECALL_TOOLS,
  type RecallDefinition,
  recalledText,
  shownText,
  wholeIn,
} from '@tenfold/core/recall';

const MAX_PASSAGES = 5;
const NAMES: ReadonlySet<string> = new Set(RECALL_TOOLS.map(({ name }) => name));

/**
 * Lets a model look up what was folded of its conversation, out of the app's own history. It belongs to one conversation: one that
 * is shown another gives nothing back any more, so that nobody reads somebody else's words.
 * @example const recall = new Recall(); tenfold({ recall }); recallTools(recall)
 */
export class Recall {
  /** Both tools as any API is told of them; `answer` runs them. */
  readonly tools: readonly RecallDefinition[] = RECALL_TOOLS;
  #conversation: Conversation | null = null;
  #isOne = true;

  /** Shown by a fitter, for every call, what the call is made of. In a named conversation messages may have been edited. */
  see(conversation: Conversation, isNamed = false): void {
    this.#isOne &&= goesOn(this.#conversation?.transcript ?? [], conversation.transcript, isNamed);
    this.#conversation = conversation;
  }

  /** What a tool answers, in words. What goes wrong is answered too, for the model to read. */
  answer(name: string, input: unknown): string {
    try {
      const asked = askedOf((input ?? null) as Json);
      return name === 'expand' ? this.expand(asked) : this.recall(asked);
    } catch (error) {
      return `The tool failed: ${error instanceof Error ? error.message : String(error)}`;
    }
  }

  /** The passages of what was folded that match best, word for word, each with the number of its message. */
  recall(query: string): string {
    const { transcript, ...conversation } = this.#shown();
    const seen = new Set(wholeIn(project({ ...conversation, transcript })));
    const texts = transcript.flatMap(({ id, message }, position) => {
      const text = seen.has(position) || isRecalled(message) ? '' : shownText(message);
      return text === '' ? [] : { entry: id, position, role: message.role, text };
    });
    return recalledText(foundIn(texts, query, MAX_PASSAGES));
  }

  /** The messages behind a record, or the one with this number, as they were, up to a length. */
  expand(record: string): string {
    const { transcript, folds } = this.#shown();
    const target = folds.find(({ id }) => id === record)?.target;
    const numbered = /^\d{1,9}$/.test(record) ? Number(record) - 1 : -1;
    const place = (id: string) => transcript.findIndex((entry) => entry.id === id);
    const [from, to] =
      target === undefined
        ? [numbered, numbered]
        : [place(target.kind === 'span' ? target.from : target.entry), place(target.kind === 'span' ? target.to : target.entry)];
    if (from < 0 || transcript[to] === undefined)
      throw new Error(`there is no record ${record}. Use the id of a record in the context, or the number of a message.`);
    return expandedText(transcript.slice(from, to + 1).map(({ message }, at) => ({ message, position: from + at })));
  }

  #shown(): Conversation {
    if (!this.#isOne)
      throw new Error('this recall has been shown more than one conversation, so nothing is given back. Make one for each.');
    if (this.#conversation === null)
      throw new Error('this recall has been shown no conversation. Give it to tenfold() as the option recall.');
    return this.#conversation;
  }
}

/** A conversation that only grew, or one that is called the same and begins the same. */
function goesOn(before: Transcript, now: Transcript, isNamed: boolean): boolean {
  const last = isNamed ? 0 : before.length - 1;
  return before.length === 0 || before[last]?.id === now[last]?.id;
}

/** Says nothing but what was looked up: quotes of the history are not found in place of it. */
function isRecalled({ parts }: Message): boolean {
  return parts.length > 0 && parts.every((part) => 'name' in part && part.type !== 'attachment' && NAMES.has(part.name ?? ''));
}

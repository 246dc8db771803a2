import type { Message, Part } from '@tenfold/core';

/** Messages a process remembers, so that what is sent again costs next to nothing. */
const MAX_SEEN = 20_000;

/** Messages that came before. Frameworks make new objects of old words for every call; counts and names hang on objects. */
export class SeenMessages {
  /** By what tells its last part from most others, of which frameworks keep the very strings. */
  readonly #known = new Map<string, Map<string, Message[]>>();
  readonly #ours = new WeakSet<Message>();
  #size = 0;

  /** One that says the same and came before, else this one. */
  same(message: Message): Message {
    if (this.#ours.has(message)) return message;
    const [id, text] = sketchOf(message.parts.at(-1));
    const byText = this.#known.get(id);
    const alike = byText?.get(text);
    const known = alike?.find((other) => isSame(other, message));
    if (known !== undefined) return known;
    if (this.#size++ >= MAX_SEEN) {
      this.#known.clear();
      this.#size = 0;
    }
    this.#ours.add(message);
    if (alike !== undefined) alike.push(message);
    else if (byText !== undefined) byText.set(text, [message]);
    else this.#known.set(id, new Map([[text, [message]]]));
    return message;
  }
}

function sketchOf(part: Part | undefined): readonly [id: string, text: string] {
  if (part?.type === 'tool-call') return [part.id, part.name];
  if (part?.type === 'tool-result') return [part.id, typeof part.output === 'string' ? part.output : ''];
  return ['', part?.type === 'text' || part?.type === 'reasoning' ? part.text : ''];
}

function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length || Array.isArray(a) !== Array.isArray(b)) return false;
  return keys.every((key) => key in b && isSame(a[key as keyof typeof a], b[key as keyof typeof b]));
}

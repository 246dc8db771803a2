import type { Message, Part } from '@tenfold/core';

/** Messages a process remembers, so that what is sent again costs next to nothing. */
const MAX_SEEN = 20_000;

/** Messages that came before. Frameworks make new objects of old words for every call; counts and names hang on objects. */
export class SeenMessages {
  readonly #bySketch = new Map<string, Message[]>();
  #size = 0;

  /** One that says the same and came before, else this one. */
  same(message: Message): Message {
    const sketch = message.role + message.parts.map(sketchOf).join();
    const known = this.#bySketch.get(sketch)?.find((other) => isSame(other, message));
    if (known !== undefined) return known;
    if (this.#size++ >= MAX_SEEN) {
      this.#bySketch.clear();
      this.#size = 0;
    }
    this.#bySketch.set(sketch, [...(this.#bySketch.get(sketch) ?? []), message]);
    return message;
  }
}

/** Tells most parts apart without reading them. */
function sketchOf(part: Part): string {
  const text = part.type === 'tool-result' ? part.output : part.type === 'text' || part.type === 'reasoning' ? part.text : '';
  const id = part.type === 'tool-call' || part.type === 'tool-result' ? part.id : text.slice(0, 40);
  return `${part.type} ${text.length} ${id}`;
}

function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length || Array.isArray(a) !== Array.isArray(b)) return false;
  return keys.every((key) => key in b && isSame(a[key as keyof typeof a], b[key as keyof typeof b]));
}

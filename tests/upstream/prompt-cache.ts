import { createHash } from 'node:crypto';
import type { Json, JsonObject } from '@tenfold/core';

/** What of a request was read from a cache, and what was put into it. */
export interface Cached {
  readonly read: number;
  readonly write: number;
}

/** Blocks before a mark at which a cached prefix is looked for. */
const LOOK_BACK = 20;
/** The shortest prompt the vendors cache by themselves, and the steps in which they do. */
const AUTOMATIC = { least: 1_024, step: 128 };

/** A vendor's prompt cache. Anthropic caches what is marked, and bills what is written; the others cache every beginning by themselves. */
export class PromptCache {
  readonly #kept = new Set<string>();

  take(dialect: string, body: JsonObject, model: string, tokens: number): Cached {
    const blocks = dialect === 'anthropic' ? anthropicBlocks(body) : plainBlocks(body);
    const sizes = blocks.map(({ text }) => text.length);
    const all = sizes.reduce((sum, size) => sum + size, 0);
    let sum = 0;
    let name = `${dialect} ${model}`;
    const prefixes = blocks.map(({ text, isMarked }, at) => {
      sum += sizes[at] ?? 0;
      name = createHash('sha256').update(name).update(text).digest('base64');
      return { name, isMarked, tokens: Math.round((tokens * sum) / all) };
    });
    return dialect === 'anthropic' ? this.#marked(prefixes, leastOf(model)) : this.#automatic(prefixes);
  }

  #marked(prefixes: readonly Prefix[], least: number): Cached {
    const marks = prefixes.flatMap(({ isMarked }, at) => (isMarked ? [at] : []));
    const found = marks
      .toReversed()
      .flatMap((mark) => prefixes.slice(Math.max(0, mark - LOOK_BACK + 1), mark + 1).toReversed())
      .find(({ name }) => this.#kept.has(name));
    const read = found?.tokens ?? 0;
    const written = marks.map((mark) => prefixes[mark] as Prefix).filter((prefix) => prefix.tokens >= least);
    for (const { name } of written) this.#kept.add(name);
    return { read, write: Math.max(0, (written.at(-1)?.tokens ?? 0) - read) };
  }

  #automatic(prefixes: readonly Prefix[]): Cached {
    const found = prefixes.findLast(({ name }) => this.#kept.has(name))?.tokens ?? 0;
    for (const { name } of prefixes) this.#kept.add(name);
    return { read: found < AUTOMATIC.least ? 0 : found - (found % AUTOMATIC.step), write: 0 };
  }
}

interface Block {
  readonly text: string;
  readonly isMarked: boolean;
}

interface Prefix {
  readonly name: string;
  readonly isMarked: boolean;
  readonly tokens: number;
}

/** Tokens a prefix must have: the newest models want more. */
function leastOf(model: string): number {
  if (/haiku-4-5|opus-(?:4-[5-9]|5)/.test(model)) return 4_096;
  return /sonnet-(?:4-6|5)|haiku/.test(model) ? 2_048 : 1_024;
}

/** Tools that are there from the start, system text, messages; a string is one text. */
function anthropicBlocks({ tools, system, messages }: JsonObject): readonly Block[] {
  const loaded = listOf(tools).filter((tool) => (tool as JsonObject).defer_loading !== true);
  return [
    ...loaded.map((tool) => blockOf('tool', tool)),
    ...contentOf(system).map((block) => blockOf('system', block)),
    ...listOf(messages).flatMap((message) => {
      const { role, content } = message as JsonObject;
      return contentOf(content).map((block) => blockOf(String(role), block));
    }),
  ];
}

function plainBlocks({ tools, instructions, systemInstruction, messages, input, contents }: JsonObject): readonly Block[] {
  const said = [...listOf(messages), ...contentOf(input), ...listOf(contents)];
  const opening = [tools, instructions, systemInstruction].filter((value) => value !== undefined);
  return [...opening, ...said].map((value) => blockOf('', value));
}

function blockOf(kind: string, value: Json): Block {
  const { cache_control: mark, ...plain } = (typeof value === 'object' ? value : { value }) as JsonObject;
  return { text: `${kind}${JSON.stringify(Array.isArray(value) ? value : plain)}`, isMarked: mark !== undefined };
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function contentOf(value: Json | undefined): readonly Json[] {
  return typeof value === 'string' ? [{ type: 'text', text: value }] : listOf(value);
}

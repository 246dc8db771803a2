import type { Frame, ToolDefinition } from '@tenfold/core';
import { RECALL_TOOLS } from '@tenfold/core/recall';
import { BoundedMap } from '../bounded-map.ts';
import type { Choices } from '../settings/choices.ts';
import type { ToolServers } from '../tools/tool-servers.ts';
import type { AppTool } from '../turn/app-tool.ts';

/** Frames and models that are remembered; more are only counted, or asked, anew. */
const KEPT = 64;

/** Makes frames. */
export class Frames {
  readonly #tools: readonly AppTool[];
  readonly #servers: Pick<ToolServers, 'known' | 'offered'>;
  readonly #known = new BoundedMap<string, Frame>(KEPT);
  /** Models that have said that they take no tools. */
  readonly #toolless = new BoundedMap<string, true>(KEPT);

  constructor(tools: readonly AppTool[], servers: Pick<ToolServers, 'known' | 'offered'>) {
    this.#tools = tools;
    this.#servers = servers;
  }

  /** Tools that are run for a model: the app's own, and those of servers that are switched on. */
  toolsFor(choices: Choices): readonly AppTool[] {
    return this.#servers.known.size === 0 ? this.#tools : [...this.#tools, ...this.#servers.offered(choices)];
  }

  /** What goes with the messages of a session. The same system text and tools give the same object, so that its count is remembered. */
  of(choices: Choices): Frame {
    const system = choices.value('systemPrompt');
    const isBare = choices.profile === null || (this.#toolless.size > 0 && this.#toolless.has(keyOf(choices)));
    const recall = isBare || choices.value('recallTools') === 'off' ? [] : RECALL_TOOLS;
    const tools = isBare ? recall : [...recall, ...this.toolsFor(choices).map(definitionOf)];
    const key = JSON.stringify([system, tools]);
    const frame = this.#known.get(key) ?? { ...(system === '' ? {} : { system }), ...(tools.length === 0 ? {} : { tools }) };
    this.#known.set(key, frame);
    return frame;
  }

  /** The model takes no tools: it is offered none from now on. */
  leaveOutTools(choices: Choices): void {
    this.#toolless.set(keyOf(choices), true);
  }
}

function keyOf({ profile, model }: Choices): string {
  return `${profile?.id} ${model.id}`;
}

function definitionOf({ name, description, parameters, extra }: AppTool): ToolDefinition {
  return {
    name,
    ...(description === undefined ? {} : { description }),
    ...(parameters === undefined ? {} : { parameters }),
    ...(extra === undefined ? {} : { extra }),
  };
}

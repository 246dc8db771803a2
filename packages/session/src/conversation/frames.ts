import type { Frame, ToolDefinition } from '@tenfold/core';
import { RECALL_TOOLS } from '@tenfold/core/recall';
import { BoundedMap } from '../bounded-map.ts';
import type { Choices } from '../settings/choices.ts';
import type { AppTool } from '../turn/app-tool.ts';

/** Frames that are remembered; more are only counted anew. */
const KEPT = 64;

/** What a model may be offered. */
export interface Offer {
  /** Tools that are run for it. */
  toolsFor(choices: Choices): readonly AppTool[];
  /** Whether it has said that it takes none. */
  takesNone(choices: Choices): boolean;
}

/** Makes frames. The same system text and tools give the same object, so that its count is remembered. */
export function framesWith({ toolsFor, takesNone }: Offer): (choices: Choices) => Frame {
  const known = new BoundedMap<string, Frame>(KEPT);
  return (choices) => {
    const system = choices.value('systemPrompt');
    const isBare = choices.profile === null || takesNone(choices);
    const offered = isBare
      ? []
      : [...(choices.value('recallTools') === 'off' ? [] : RECALL_TOOLS), ...toolsFor(choices).map(definitionOf)];
    const key = `${offered.map(({ name, description, parameters }) => `${name} ${description} ${JSON.stringify(parameters)}`).join('\n')}\n${system}`;
    const frame = known.get(key) ?? { ...(system === '' ? {} : { system }), ...(offered.length === 0 ? {} : { tools: offered }) };
    known.set(key, frame);
    return frame;
  };
}

function definitionOf({ name, description, parameters, extra }: AppTool): ToolDefinition {
  return {
    name,
    ...(description === undefined ? {} : { description }),
    ...(parameters === undefined ? {} : { parameters }),
    ...(extra === undefined ? {} : { extra }),
  };
}

import type { Frame, ToolDefinition } from '@tenfold/core';
import { RECALL_TOOLS } from '@tenfold/core/recall';
import { BoundedMap } from '../bounded-map.ts';
import type { Choices } from '../settings/choices.ts';
import type { AppTool } from '../turn/app-tool.ts';

/** Providers whose models are known to take tools. */
const TAKE_TOOLS: readonly string[] = ['openai', 'anthropic', 'google', 'azure', 'bedrock', 'vertex', 'openrouter'];

/** Frames that are remembered; more are only counted anew. */
const KEPT = 64;

/** Makes frames. The same system text and tools give the same object, so that its count is remembered. */
export function framesWith(tools: readonly AppTool[]): (choices: Choices) => Frame {
  const known = new BoundedMap<string, Frame>(KEPT);
  return (choices) => {
    const system = choices.value('systemPrompt');
    const offered = choices.profile === null ? [] : [...(wantsRecall(choices) ? RECALL_TOOLS : []), ...tools.map(definitionOf)];
    const key = `${offered.map(({ name }) => name).join(' ')}\n${system}`;
    const frame = known.get(key) ?? { ...(system === '' ? {} : { system }), ...(offered.length === 0 ? {} : { tools: offered }) };
    known.set(key, frame);
    return frame;
  };
}

function wantsRecall({ profile, value }: Choices): boolean {
  const wish = value('recallTools');
  return wish === 'on' || (wish === 'auto' && profile !== null && TAKE_TOOLS.includes(profile.endpoint.provider));
}

function definitionOf({ name, description, parameters, extra }: AppTool): ToolDefinition {
  return {
    name,
    ...(description === undefined ? {} : { description }),
    ...(parameters === undefined ? {} : { parameters }),
    ...(extra === undefined ? {} : { extra }),
  };
}

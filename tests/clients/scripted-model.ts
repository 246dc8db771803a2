import type { Json, JsonObject, ToolDefinition } from '@tenfold/core';
import { dialectOf, type WireId } from '@tenfold/dialects';
import type { Asked } from '../upstream/upstream.ts';
import type { Said } from '../upstream/wire.ts';

const SHELL = /^(?:bash|shell|exec_command|run_shell_command|execute_command|run_commands?|terminal)$/i;

/** Characters of a result that says only that there was none: every part is longer. */
const NO_OUTPUT = 1_000;
/** Times that a part is read again. */
const MOST_TRIES = 3;

/**
 * A model that works a task of so many steps: each reads one part with the client's own shell, and the last says that it is done. A part that
 * comes back empty is read again: on a busy machine a client may lose what its shell printed.
 */
export function scriptedModel(steps: number) {
  let step = 0;
  let tries = 0;
  return {
    get step() {
      return step;
    },
    /** What it was asked on the way, with the tokens each request had when it got here. */
    answer(asked: Asked): Said {
      const shell = toolsOf(asked).find(({ name }) => SHELL.test(name));
      // Titles, summaries and the like come without tools.
      if (shell === undefined) return { text: 'Reading parts' };
      const isAgain = step > 0 && tries < MOST_TRIES && cameBackEmpty(asked);
      if (!isAgain && step >= steps) return { text: 'All parts are read.' };
      tries = isAgain ? tries + 1 : 0;
      const part = isAgain ? step - 1 : step++;
      const id = `toolu_${String(part).padStart(4, '0')}${tries === 0 ? '' : `_${tries}`}`;
      return {
        thinking: `Part ${part} comes next.`,
        text: `Reading part ${part}${tries === 0 ? '' : ' again'}.`,
        calls: [{ id, name: shell.name, input: inputFor(shell, `cat ${partName(part)}`) }],
      };
    },
  };
}

function cameBackEmpty({ dialect, body }: Asked): boolean {
  const last = dialectOf(dialect as WireId)
    .decode(body)
    .messages.findLast(({ parts }) => parts.some(({ type }) => type === 'tool-result'));
  return last !== undefined && JSON.stringify(last.parts).length < NO_OUTPUT;
}

/** The file that a step reads. */
export function partName(step: number): string {
  return `part-${String(step).padStart(3, '0')}.txt`;
}

function toolsOf({ dialect, body }: Asked): readonly ToolDefinition[] {
  const { frame } = dialectOf(dialect as WireId).decode(body);
  // Codex tells newer models of its tools in an item.
  const items = Array.isArray(body.input) ? (body.input as readonly JsonObject[]) : [];
  const more = items.flatMap((item) => (item.type === 'additional_tools' ? (item.tools as readonly JsonObject[]) : []));
  return [...(frame.tools ?? []), ...(more as unknown as readonly ToolDefinition[])];
}

/** What a shell tool is given, by its own schema: the command, and the least of everything else it must have. */
function inputFor({ parameters }: ToolDefinition, command: string): JsonObject {
  const { properties = {}, required = [] } = (parameters ?? {}) as { properties?: JsonObject; required?: readonly string[] };
  const input: Record<string, Json> = {};
  for (const [name, schema] of Object.entries(properties)) {
    const { type } = (schema ?? {}) as JsonObject;
    if (/^(?:command|cmd)$/.test(name)) input[name] = type === 'array' ? ['bash', '-lc', command] : command;
    else if (name === 'commands') input[name] = type === 'array' ? [command] : command;
    else if (required.includes(name))
      input[name] = type === 'boolean' ? false : type === 'number' || type === 'integer' ? 0 : 'read';
  }
  return input;
}

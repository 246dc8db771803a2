import { budgetOf, condense, type Message, presets } from '../../../packages/core/src/index.ts';
import { chosen } from './ours.ts';
import { type Recorded, weigh } from './recorded-sessions.ts';

/** User messages that were sent as they were written. */
export interface UserRow {
  readonly name: string;
  readonly written: number;
  readonly kept: number;
}

/** Condenses every conversation to a third, by the strategy and where need be the floor, and counts user messages that stayed byte for byte. */
export async function userRows(sessions: readonly Recorded[]): Promise<readonly UserRow[]> {
  const rows: UserRow[] = [];
  for (const id of ['lossless', 'truncation', ...presets.map((preset) => preset.id)]) {
    const preset = presets.find((known) => known.id === id);
    let [written, kept] = [0, 0];
    for (const { messages } of sessions) {
      const users = messages.filter(isSpoken);
      const sent = await sentOf(messages, preset?.strategy ?? id, preset?.config);
      const there = new Set(sent.map((message) => JSON.stringify(message)));
      written += users.length;
      kept += users.filter((message) => there.has(JSON.stringify(message))).length;
    }
    rows.push({ name: chosen(id).name, written, kept });
  }
  return rows;
}

function isSpoken({ role, parts }: Message): boolean {
  return role === 'user' && parts.some((part) => part.type === 'text');
}

async function sentOf(messages: readonly Message[], strategy: string, config: object | undefined): Promise<readonly Message[]> {
  const tokens = weigh(messages);
  const options = { strategy, budget: budgetOf(tokens, { goal: 33 }), force: true, ...(config === undefined ? {} : { config }) };
  return (await condense(messages, options)).messages;
}

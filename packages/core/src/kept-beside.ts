import { countText } from './count/text.ts';
import type { TextCounter } from './counter.ts';
import { readMaterial } from './embedded/read-material.ts';
import { type Choice, writeChoice } from './evidence/choice.ts';
import { lineOf } from './evidence/ledger.ts';
import { assignVoices } from './evidence/passage.ts';

const INTRODUCTION = `Already kept beside your text, word for word. Do not repeat these lists: spend your words on what was done, why, and what came of it.`;
/** Share of it that is names. */
const NAMES = 0.4;

/** Tokens that this is expected to take of those it may: finding it takes longer than all the rest of an estimate. */
export function expectedBeside(tokens: number): number {
  return Math.floor(tokens / MAX_FACTOR);
}

/**
 * What a summary need not repeat, since it is carried beside it whatever the summary says: standing orders, plan, standing error,
 * files written and names, each line quoted, in at most so many tokens. Empty where there is nothing of it.
 */
export function keptBeside(material: string, tokens: number): string {
  const room = Math.floor(tokens / MAX_FACTOR) - countText(INTRODUCTION) - SPARE;
  if (room <= 0) return '';
  const lists = writeChoice({
    passages: assignVoices(readMaterial(material.toWellFormed())),
    count: counter,
    room,
    limit: room,
    told: '',
    request: false,
    running: false,
    names: [room * NAMES, room * NAMES],
    paths: [],
    voices: ['user', 'record'],
    takes: () => false,
    write: listed,
  });
  return lists === '' ? '' : `\n\n${INTRODUCTION}\n${lists}`;
}

const SPARE = 6;
/** Tokens of a conversation's model that one of the counter's own may be. */
const MAX_FACTOR = 1.7;
const counter: TextCounter = { text: countText };

function listed({ units, standing, plan, files, names }: Choice): string {
  const lists: readonly (readonly [string, readonly string[]])[] = [
    ['Orders of the user', units.map(({ text }) => lineOf(text))],
    ['Standing error', standing],
    ['Plan', plan],
    ['Files written', [...files].map(([path, state]) => `${path} (${state})`)],
    ['Names', names.length === 0 ? [] : [names.join('; ')]],
  ];
  return lists
    .filter(([, lines]) => lines.length > 0)
    .flatMap(([name, lines]) => [`${name}:`, ...lines.map((line) => `> ${line}`)])
    .join('\n');
}

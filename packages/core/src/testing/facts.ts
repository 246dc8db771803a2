import type { Json, Message, Part } from '../message.ts';
import { type FactPlace, type WordingKind, wordings } from './fact-wordings.ts';
import type { Random } from './random.ts';
import { sayFact } from './say-fact.ts';

/** One line that a good summary keeps. `value` stands nowhere else in the transcript. */
export interface Fact {
  readonly kind: WordingKind;
  readonly text: string;
  readonly value: string;
  readonly place: FactPlace;
  /** Index of the message it stands in. */
  readonly message: number;
}

/** How often each place is used: half in what people and models say, half in what tools carry. */
const SHARES: readonly (readonly [FactPlace, number])[] = [
  ['user', 0.25],
  ['assistant', 0.25],
  ['tool-result', 0.35],
  ['tool-arguments', 0.15],
];

/** Half of the wordings may be tuned with, the other half never is: both are reported. */
export type Half = 'tuned' | 'held-back';

/** Plants `count` facts, evenly over the transcript. A place the transcript does not have gives its share to the others. */
export function plantFacts(
  messages: readonly Message[],
  count: number,
  random: Random,
  half?: Half,
): { readonly messages: readonly Message[]; readonly facts: readonly Fact[] } {
  const grown = [...messages];
  const slots = slotsOf(messages);
  const places = SHARES.map(([place]) => place).filter((place) => slots[place].length > 0);
  const facts: Fact[] = [];
  let all = count === 0 ? '' : messages.map((message) => JSON.stringify(message)).join('\n');
  if (places.length === 0) return { messages, facts };
  const wanted = wantedPlaces(count, random).map((place) => (slots[place].length > 0 ? place : random.pick(places)));
  const total = Map.groupBy(wanted, (place) => place);
  const planted: Record<FactPlace, number> = { user: 0, assistant: 0, 'tool-result': 0, 'tool-arguments': 0 };
  for (const place of wanted) {
    const share = total.get(place)?.length ?? 1;
    const at = Math.floor(((planted[place]++ + random.next()) / share) * slots[place].length);
    const message = slots[place][at] as number;
    const fact = newFact(place, all, facts, half, random);
    if (fact === null) continue;
    grown[message] = withFact(grown[message] as Message, place, fact.text, random);
    all += `\n${fact.text}`;
    facts.push({ ...fact, place, message });
  }
  return { messages: grown, facts: facts.sort((a, b) => a.message - b.message) };
}

const TRIES = 40;

/** A fact whose value stands nowhere yet, and in which no other's stands. */
function newFact(
  place: FactPlace,
  all: string,
  facts: readonly Fact[],
  half: Half | undefined,
  random: Random,
): Pick<Fact, 'text' | 'value' | 'kind'> | null {
  const fitting = wordings.filter(
    ({ places }, index) => places.includes(place) && (half === undefined || (index % 2 === 0) === (half === 'tuned')),
  );
  for (let tries = 0; tries < TRIES; tries++) {
    const { kind, text } = random.pick(fitting);
    const fact = sayFact(text, random);
    if (!all.includes(fact.value) && factsIn(fact.text, facts).length === 0) return { kind, ...fact };
  }
  return null;
}

/** The facts whose value stands in this text. */
export function factsIn(text: string, facts: readonly Fact[]): readonly Fact[] {
  return facts.filter((fact) => text.includes(fact.value));
}

function wantedPlaces(count: number, random: Random): FactPlace[] {
  const places: FactPlace[] = SHARES.flatMap(([place, share]) => Array.from({ length: Math.floor(share * count) }, () => place));
  const cumulative = SHARES.map(([place, share]) => [place, share * count - Math.floor(share * count)] as const).sort(
    (a, b) => b[1] - a[1],
  );
  for (const [place] of cumulative) if (places.length < count) places.push(place);
  for (let i = places.length - 1; i > 0; i--) {
    const j = random.between(0, i);
    [places[i], places[j]] = [places[j] as FactPlace, places[i] as FactPlace];
  }
  return places;
}

function slotsOf(messages: readonly Message[]): Record<FactPlace, number[]> {
  const slots: Record<FactPlace, number[]> = { user: [], assistant: [], 'tool-result': [], 'tool-arguments': [] };
  messages.forEach(({ role, parts }, index) => {
    for (const place of new Set(parts.map((part) => placeOf(role, part)))) if (place) slots[place].push(index);
  });
  return slots;
}

function placeOf(role: Message['role'], part: Part): FactPlace | undefined {
  if (part.type === 'tool-call') return 'tool-arguments';
  if (part.type === 'tool-result') return typeof part.output === 'string' && part.output !== '' ? 'tool-result' : undefined;
  if (part.type === 'text' && (role === 'user' || role === 'assistant')) return role;
  return undefined;
}

function withFact(message: Message, place: FactPlace, text: string, random: Random): Message {
  const index = message.parts.findIndex((part) => placeOf(message.role, part) === place);
  return { ...message, parts: message.parts.map((part, at) => (at === index ? grow(part, text, random) : part)) };
}

function grow(part: Part, text: string, random: Random): Part {
  if (part.type === 'text') return { ...part, text: random.chance(0.5) ? `${part.text} ${text}` : `${text} ${part.text}` };
  if (part.type === 'tool-call') return { ...part, input: inArguments(part.input, text) };
  if (part.type === 'tool-result' && typeof part.output === 'string')
    return { ...part, output: inOutput(part.output, text, random) };
  return part;
}

function inArguments(input: Json, text: string): Json {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return `${String(input)}\n${text}`;
  const { reason, ...rest } = input as { readonly [key: string]: Json };
  const field = FIELD.exec(text);
  if (field !== null) return { ...input, [field[1] as string]: field[2] as string };
  return { ...rest, reason: reason === undefined ? text : `${String(reason)}\n${text}` };
}

const FIELD = /^"(\w+)": "?([^"]*)"?$/u;

/** On a line of its own, or in a field of its own where the output is JSON. */
function inOutput(output: string, text: string, random: Random): string {
  if (output.startsWith('{'))
    return `{\n ${FIELD.test(text) ? text : `"line_${random.word(3)}": ${JSON.stringify(text)}`},${output.slice(1)}`;
  const lines = output.split('\n');
  const at = random.between(0, lines.length);
  return [...lines.slice(0, at), text, ...lines.slice(at)].join('\n');
}

import { writersOf } from '../injected.ts';
import { type Json, type Message, resultText } from '../message.ts';
import type { Outcome, Unit, Voice } from './item.ts';
import { RAN, RAN_AND_FAILED } from './ledger.ts';
import { unwrap } from './outcomes.ts';

/** A stretch of a conversation with one voice: what facts are looked for in. */
export interface Passage {
  readonly voice: Voice;
  readonly text: string;
  /** Index of the part it stands for. */
  readonly part: number;
  /** The tool of a call or result. */
  readonly name?: string;
  /** A call's input. */
  readonly input?: Json;
  /** Joins a call and its result; absent where only their order does. */
  readonly id?: string;
  /** Where it begins in its part. */
  readonly from?: number;
  /** True where a person may have written it, or a harness. */
  readonly doubt?: boolean;
  /** How a result says its command ended, where not its text but its wrapping does. */
  readonly outcome?: Outcome;
}

/** The passages of a message, in order. */
export function passagesOf({ role, parts }: Message): readonly Passage[] {
  return parts.flatMap((part, index): Passage[] => {
    switch (part.type) {
      case 'text':
        return [
          {
            voice: role === 'tool' ? 'result' : role === 'summary' ? 'record' : role === 'user' ? 'user' : 'assistant',
            text: part.text,
            part: index,
          },
        ];
      case 'reasoning':
        return [{ voice: 'thought', text: part.text, part: index }];
      case 'tool-call': {
        const text = typeof part.input === 'string' ? part.input : '';
        return [{ voice: 'call', text, part: index, name: part.name, input: part.input, id: part.id }];
      }
      case 'tool-result': {
        const named = part.name === undefined ? {} : { name: part.name };
        return [{ voice: part.isError ? 'error' : 'result', ...unwrap(resultText(part)), part: index, id: part.id, ...named }];
      }
      default:
        return [];
    }
  });
}

/** Passages in which what a harness put into the user's role is a tool's, and doubtful stretches are marked: only a person gives orders. */
export function assignVoices<P extends Passage>(passages: readonly P[]): readonly P[] {
  const users = passages.filter(({ voice }) => voice === 'user');
  if (users.length === 0) return passages;
  const writers = writersOf(users.map(({ text }) => text));
  return passages.flatMap((passage) => {
    if (passage.voice !== 'user') return [passage];
    const written = writers(passage.text);
    if (written.every(({ writer }) => writer === 'person')) return [passage];
    return written.map(({ start, end, writer }) => ({
      ...passage,
      text: passage.text.slice(start, end),
      from: (passage.from ?? 0) + start,
      ...(writer === 'harness' ? { voice: 'result' as const } : writer === 'doubt' ? { doubt: true } : {}),
    }));
  });
}

type Said = Pick<Unit, 'voice' | 'text'> & Partial<Pick<Unit, 'kind'>>;

/** Characters that each of two says to the other. */
export function saidBy(said: readonly Said[]): { readonly user: number; readonly assistant: number } {
  const sums = { user: 1, assistant: 1 };
  for (const { voice, text } of said) if (voice === 'user' || voice === 'assistant') sums[voice] += text.length;
  return sums;
}

/** How much more one may say than the other. */
const ALIKE = 2;

/** True where both say something, nothing was called and neither says much more than the other: two who talk, none of whom works for the other. */
export function isTalkOfTwo(said: readonly Said[]): boolean {
  if (said.some(isWork)) return false;
  const { user, assistant } = saidBy(said);
  return user > 1 && assistant > 1 && assistant < user * ALIKE && user < assistant * ALIKE;
}

function isWork({ voice, text, kind }: Said): boolean {
  if (voice === 'record') return kind === 'command' || text.includes(`\n${RAN}`) || text.includes(`\n${RAN_AND_FAILED}`);
  return voice === 'call' || voice === 'result' || voice === 'error';
}

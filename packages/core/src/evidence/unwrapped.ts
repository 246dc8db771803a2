import type { Json } from '../message.ts';
import type { Outcome } from './item.ts';

/** What a tool printed, and how it ended where the wrapping says so. */
export interface Unwrapped {
  readonly text: string;
  readonly outcome?: Outcome;
}

const PRINTED = /^(?:output|stdout|stderr|text|content|logs?|result)$/iu;
const CODE = /^(?:exit_?code|return_?code|exit_?status)$/iu;
/** Longer results are read as they are. */
const LONGEST = 4_000_000;
const DEEPEST = 4;

/** The lines inside a result that is JSON around what was printed, as some agents and tool servers send it; other results as they are. */
export function unwrapped(text: string): Unwrapped {
  const first = text.charCodeAt(0);
  if ((first !== 123 && first !== 91) || text.length > LONGEST || !text.includes('\\n')) return { text };
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    return { text };
  }
  const printed: string[] = [];
  const codes: number[] = [];
  gather(value, '', 0, printed, codes);
  const lines = printed.join('\n');
  if (!lines.includes('\n')) return { text };
  const code = codes[0];
  return code === undefined ? { text: lines } : { text: lines, outcome: code === 0 ? 'ok' : 'failed' };
}

function gather(value: Json, key: string, depth: number, printed: string[], codes: number[]): void {
  if (typeof value === 'string') {
    if (PRINTED.test(key) && value !== '') printed.push(value);
  } else if (typeof value === 'number') {
    if (CODE.test(key)) codes.push(value);
  } else if (value !== null && typeof value === 'object' && depth < DEEPEST) {
    for (const [name, inner] of Object.entries(value)) {
      gather(inner ?? null, Array.isArray(value) ? key : name, depth + 1, printed, codes);
    }
  }
}

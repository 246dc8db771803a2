import type { Voice } from '../evidence/item.ts';
import { unwrap } from '../evidence/outcomes.ts';
import type { Passage } from '../evidence/passage.ts';
import { END, MARKS } from '../material.ts';
import type { Json } from '../message.ts';

/** A passage of material, and which message of it it stands in, from 0. */
export interface MaterialPassage extends Passage {
  readonly message: number;
}

const OPENING = /^<message n="[^"\n]*" role="([a-z]+)">$/u;
const CALL = /^\(calls ([^\s)]{1,200})\) ?/u;
const RESULT = /^\((result|error)(?: of ([^\n]{1,200}))?\)$/u;

/**
 * Reads back the passages of an ask's material. Text outside every message is the rest of a long one that was cut: nobody's own words.
 * Only an assistant calls, and what follows a result in a message is never what its author said.
 */
export function readMaterial(material: string): readonly MaterialPassage[] {
  const passages: MaterialPassage[] = [];
  let role = '';
  let message = 0;
  let open: { voice: Voice; name?: string; lines: string[] } | null = null;
  const close = () => {
    if (open !== null) passages.push(passageOf(open, message, passages.length));
    open = null;
  };
  const start = (voice: Voice, line: string | null, name?: string) => {
    close();
    open = { voice, lines: line === null ? [] : [line], ...(name === undefined ? {} : { name }) };
  };
  for (const line of material.split('\n')) {
    const opening = line.startsWith('<message ') ? OPENING.exec(line) : null;
    if (opening !== null || line === END) {
      close();
      message += opening === null ? 0 : 1;
      role = opening?.[1] ?? '';
      continue;
    }
    const voice = voiceOf(role);
    // Attachments are listed under every summary; they are nobody's words.
    if (line.startsWith(MARKS.attachment) && role !== 'record') continue;
    const mark = line.startsWith('(') ? markOf(line, role) : null;
    if (mark !== null) start(mark.voice, mark.rest, mark.name);
    else if (open === null) start(voice, line);
    else (open as { lines: string[] }).lines.push(line);
  }
  close();
  return paired(passages.filter((passage) => passage.text.trim() !== '' || passage.voice === 'call'));
}

/** Calls and results joined in order, a result with the oldest waiting call of its tool: material carries no ids. */
function paired(passages: readonly MaterialPassage[]): readonly MaterialPassage[] {
  const calls: string[] = [];
  const byName = new Map<string, { readonly ids: string[]; next: number }>();
  const answered = new Set<string>();
  let oldest = 0;
  const takeFor = (name: string | undefined): string | undefined => {
    if (name === undefined) {
      while (answered.has(calls[oldest] ?? '')) oldest++;
      return calls[oldest];
    }
    const queue = byName.get(name);
    while (queue !== undefined && answered.has(queue.ids[queue.next] ?? '')) queue.next++;
    return queue?.ids[queue.next];
  };
  return passages.map((passage, part) => {
    if (passage.voice === 'call') {
      const id = String(part);
      const queue = byName.get(passage.name ?? '');
      calls.push(id);
      if (queue === undefined) byName.set(passage.name ?? '', { ids: [id], next: 0 });
      else queue.ids.push(id);
      return { ...passage, part, id };
    }
    if (passage.voice !== 'result' && passage.voice !== 'error') return { ...passage, part };
    const id = takeFor(passage.name);
    if (id === undefined) return { ...passage, part };
    answered.add(id);
    return { ...passage, part, id };
  });
}

function voiceOf(role: string): Voice {
  if (role === 'user' || role === 'assistant') return role;
  return role === 'record' || role === 'summary' ? 'record' : role === 'system' ? 'assistant' : 'result';
}

function markOf(line: string, role: string): { voice: Voice; rest: string | null; name?: string } | null {
  if (role === 'record') return null;
  const result = line.startsWith(MARKS.result) || line.startsWith(MARKS.error) ? RESULT.exec(line) : null;
  if (result !== null) {
    const voice = result[1] as 'result' | 'error';
    return result[2] === undefined ? { voice, rest: null } : { voice, rest: null, name: result[2] };
  }
  if (role !== 'assistant') return null;
  const call = line.startsWith(MARKS.calls) ? CALL.exec(line) : null;
  if (call !== null) return { voice: 'call', rest: line.slice(call[0].length), name: call[1] ?? '' };
  return line.startsWith(MARKS.thinking) ? { voice: 'assistant', rest: line.slice(MARKS.thinking.length) } : null;
}

function passageOf(
  { voice, name, lines }: { voice: Voice; name?: string; lines: readonly string[] },
  message: number,
  part: number,
): MaterialPassage {
  const text = lines.join('\n');
  const named = name === undefined ? {} : { name };
  if (voice === 'call') return { voice, text, part, message, ...named, input: inputOf(text) };
  return { voice, ...(voice === 'result' || voice === 'error' ? unwrap(text) : { text }), part, message, ...named };
}

/** A call's input: an object where the text is one, else the text itself. */
function inputOf(text: string): Json {
  if (!text.startsWith('{') && !text.startsWith('[')) return text;
  try {
    return JSON.parse(text.split('\n', 1)[0] as string) as Json;
  } catch {
    return text;
  }
}

import { existsSync, readFileSync } from 'node:fs';
import { counterFor, type Fold, type Message, type Part } from '../src/index.ts';
import { condense } from '../src/one-call.ts';
import { secondFinds, sentencesIn, tellsCommand, tellsPath } from './second-extractor.ts';

const DATA = new URL('../../../../shared/data/', import.meta.url);
const count = counterFor('openai:gpt-4o');

interface Stored {
  readonly messages: readonly { readonly role: Message['role']; readonly content: readonly any[] }[];
}
function messagesOf(file: string): readonly (readonly Message[])[] {
  const lines = readFileSync(new URL(`${file}.jsonl`, DATA), 'utf8').trim().split('\n');
  return lines.map((line) => (JSON.parse(line) as Stored).messages.map(({ role, content }) => ({ role, parts: content.flatMap(partOf) })));
}
function partOf(part: any): Part[] {
  if (part.type === 'text') return [{ type: 'text', text: part.text }];
  if (part.type === 'tool_call') return [{ type: 'tool-call', id: part.id, name: part.name, input: part.input }];
  return [{ type: 'tool-result', id: part.id, name: part.name, output: typeof part.output === 'string' ? part.output : JSON.stringify(part.output), ...(part.isError ? { isError: true } : {}) }];
}
const verbose = process.argv.includes('--missed');
const files = process.argv.slice(2).filter((a) => !a.startsWith('--'));
for (const file of files.length ? files : ['claude-ctxeval', 'claude-entire', 'codex-agentv', 'pi']) {
  const total: Record<string, [number, number]> = {};
  const rows: string[] = [];
  for (const [n, given] of messagesOf(file).entries()) {
    const messages: Message[] = [...given, { role: 'user', parts: [{ type: 'text', text: 'Go on.' }] }];
    const whole = messages.reduce((s, m) => s + count.message(m), 0);
    const t0 = performance.now();
    const { folds, messages: rendered } = await condense(messages, { target: Math.floor(whole * 0.6), force: true, ...(process.argv.includes('--failing') ? { answer: () => { throw new Error('429'); } } : {}) });
    const ms = performance.now() - t0;
    const shown = new Set(rendered);
    const hidden = messages.filter((m) => !shown.has(m));
    const finds = secondFinds(hidden);
    const text = folds.map((f: Fold) => f.text).join('\n');
    const before = folds.reduce((s, f) => s + f.before, 0), after = folds.reduce((s, f) => s + f.after, 0);
    const tally = (kind: string, all: Iterable<any>, has: (x: any) => boolean) => {
      const t = (total[kind] ??= [0, 0]);
      for (const x of all) { t[1]++; if (has(x)) t[0]++; else if (verbose) console.log(`  missed ${kind} [${n}]:`, JSON.stringify(x)); }
    };
    const b4 = structuredClone(total);
    tally('paths', finds.paths, (p) => tellsPath(text, p));
    tally('commands', finds.commands, ([c, o]) => tellsCommand(text, c, o));
    tally('errors', finds.errors, (e) => text.includes(e));
    tally('directives', finds.directives, (e) => text.includes(e));
    tally('decisions', finds.decisions, (e) => text.includes(e));
    const sent = sentencesIn(text).reduce((s, l) => s + count.text(l) + 1, 0);
    rows.push(`  [${n}] ${before}→${after} (${(before / after).toFixed(1)}:1) sentences ${(100 * sent / count.text(text)).toFixed(0)}% ${ms.toFixed(0)}ms  ` + Object.entries(total).map(([k, [a, b]]) => `${k} ${a - (b4[k]?.[0] ?? 0)}/${b - (b4[k]?.[1] ?? 0)}`).join(' '));
  }
  console.log(file, Object.entries(total).map(([k, [a, b]]) => `${k} ${(100 * a / b).toFixed(1)}% of ${b}`).join('  '));
  console.log(rows.join('\n'));
}

// What folds keep without a model, on real conversations when they are there and on generated ones, and how fast.
//   evidence.ts [--json] [--missed] [--failing] [FILE …]
//     FILE       files of `../shared/data` by name; those of coding agents when none is named
//     --missed   every fact that was lost, on stderr
//     --failing  a model that fails at every call, its window 32,000 tokens, instead of none
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import {
  condense,
  conversationOf,
  counterFor,
  embeddedAnswer,
  findEvidence,
  type Message,
  messageText,
  project,
  transcriptOf,
} from '../src/index.ts';
import { rowMaterial } from '../src/material.ts';
import { factsIn, generateTranscript } from '../src/testing/index.ts';
import { recordedMessages } from './recorded.ts';
import { secondFinds, sentencesIn, tellsCommand, tellsPath } from './second-extractor.ts';

const DATA = path.resolve(import.meta.dirname, '../../../../shared/data');
const AGENTS = ['claude-ctxeval', 'claude-entire', 'codex-agentv', 'pi'];
const KINDS = ['paths', 'commands', 'errors', 'directives', 'decisions'] as const;
const count = counterFor('openai:gpt-4o');
const { values: flags, positionals } = parseArgs({
  options: { json: { type: 'boolean' }, missed: { type: 'boolean' }, failing: { type: 'boolean' } },
  allowPositionals: true,
});

type Tally = Record<(typeof KINDS)[number], { found: number; kept: number }>;

interface Folded {
  readonly file: string;
  readonly conversation: number;
  readonly before: number;
  readonly after: number;
  /** Share of the stand-in's tokens that are sentences. */
  readonly sentences: number;
  readonly kept: Tally;
}

const failing = () => {
  throw new Error('429: rate limit reached');
};
const answerer = flags.failing ? { answer: failing } : {};

/** Folds all of a conversation that may be folded, a last request added so that nothing of it is the newest step. */
async function folded(file: string, conversation: number, given: readonly Message[]): Promise<Folded | null> {
  const messages: readonly Message[] = [...given, { role: 'user', parts: [{ type: 'text', text: 'Go on.' }] }];
  const whole = messages.reduce((sum, message) => sum + count.message(message), 0);
  const { messages: shown, folds, report } = await condense(messages, { target: Math.floor(whole * 0.6), ...answerer });
  if (report.means === 'floor' || folds.length === 0) return null;
  const text = folds.map((fold) => fold.text).join('\n');
  const rest = new Set(shown);
  const finds = secondFinds(messages.filter((message) => !rest.has(message)));
  const tally = <T>(kind: string, facts: Iterable<T>, told: (fact: T) => boolean) => {
    const all = [...facts];
    const lost = all.filter((fact) => !told(fact));
    if (flags.missed)
      for (const fact of lost) process.stderr.write(`${file} ${conversation} lost ${kind}: ${JSON.stringify(fact)}\n`);
    return { found: all.length, kept: all.length - lost.length };
  };
  return {
    file,
    conversation,
    before: folds.reduce((sum, fold) => sum + fold.before, 0),
    after: folds.reduce((sum, fold) => sum + fold.after, 0),
    sentences: sentencesIn(text).reduce((sum, sentence) => sum + count.text(sentence) + 1, 0) / count.text(text),
    kept: {
      paths: tally('path', finds.paths, (fact) => tellsPath(text, fact)),
      commands: tally('command', finds.commands, ([command, outcome]) => tellsCommand(text, command, outcome)),
      errors: tally('error', finds.errors, (fact) => text.includes(fact)),
      directives: tally('directive', finds.directives, (fact) => text.includes(fact)),
      decisions: tally('decision', finds.decisions, (fact) => text.includes(fact)),
    },
  };
}

/** Facts planted in a generated talk that are left when every model call fails. */
async function planted(kind: 'coding' | 'chat', tokens: number, seed: number) {
  const { frame, messages, facts } = generateTranscript({ seed, tokens, kind, facts: 40, hazards: 'all' });
  const whole = messages.reduce((sum, message) => sum + count.message(message), count.frame(frame));
  const target = Math.min(Math.floor(whole / 5), 20_000);
  const run = await condense(messages, { ...frame, target, answer: failing });
  const text = run.messages.map((message) => `${messageText(message)}\n${JSON.stringify(message.parts)}`).join('\n');
  const kept = factsIn(text, facts).length;
  return { kind, seed, before: whole, after: run.report.after, target, found: facts.length, kept, means: run.report.means };
}

/** Megabytes a second of processor time; the first rounds warm the code up. */
function speed(messages: readonly Message[]) {
  const rounds = Array.from({ length: 5 }, () => {
    const view = project(conversationOf(transcriptOf(messages.map((message) => ({ ...message })))));
    const material = view.rows.map(rowMaterial).join('\n');
    const megabytes = Buffer.byteLength(material) / 1e6;
    const find = spent(() => findEvidence(view.rows));
    const answer = spent(() => embeddedAnswer({ material, maxTokens: Math.ceil((megabytes * 1e6) / 70) }, count));
    return { megabytes, find: megabytes / find, answer: megabytes / answer };
  }).slice(2);
  const middle = (pick: (round: (typeof rounds)[number]) => number) => rounds.map(pick).sort((a, b) => a - b)[1] ?? 0;
  return {
    megabytes: middle((round) => round.megabytes),
    find: middle((round) => round.find),
    embedded: middle((round) => round.answer),
  };
}

function spent(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user / 1e6;
}

const names = (positionals.length > 0 ? positionals : AGENTS).filter((name) => existsSync(path.join(DATA, `${name}.jsonl`)));
const files = names.map((name) => ({
  name,
  conversations: recordedMessages(readFileSync(path.join(DATA, `${name}.jsonl`), 'utf8')),
}));
const folds: Folded[] = [];
for (const { name, conversations } of files) {
  for (const [index, messages] of conversations.entries()) {
    const fold = await folded(name, index, messages);
    if (fold !== null) folds.push(fold);
  }
}
const facts: Awaited<ReturnType<typeof planted>>[] = [];
for (const kind of ['coding', 'chat'] as const)
  for (const tokens of [50_000, 100_000, 470_000]) for (const seed of [1, 2, 3]) facts.push(await planted(kind, tokens, seed));
const speeds = [
  ...files.map(({ name, conversations }) => ({ name, ...speed(conversations.flat()) })),
  { name: 'generated, 470K tokens', ...speed(generateTranscript({ seed: 1, tokens: 470_000 }).messages) },
];

if (flags.json) process.stdout.write(`${JSON.stringify({ folds, planted: facts, speeds })}\n`);
else print();

function print(): void {
  if (names.length === 0) process.stdout.write('../shared/data is not there: only generated talk is measured.\n');
  for (const name of [...names, 'all files']) {
    const mine = folds.filter(({ file }) => name === 'all files' || file === name);
    if (mine.length === 0) continue;
    const before = mine.reduce((sum, fold) => sum + fold.before, 0);
    const after = mine.reduce((sum, fold) => sum + fold.after, 0);
    const kinds = KINDS.map((kind) => {
      const found = mine.reduce((sum, { kept }) => sum + kept[kind].found, 0);
      const kept = mine.reduce((sum, fold) => sum + fold.kept[kind].kept, 0);
      return `${kind} ${found === 0 ? '–' : `${((100 * kept) / found).toFixed(1)}%`} of ${found}`;
    });
    const least = Math.min(...mine.map(({ sentences }) => sentences));
    process.stdout.write(
      `${name}: ${(before / after).toFixed(1)}:1, ${kinds.join(', ')}, sentences at least ${(100 * least).toFixed(0)}%\n`,
    );
  }
  for (const { kind, seed, before, after, found, kept, means } of facts)
    process.stdout.write(`planted, ${kind} ${seed}: ${before} → ${after} tokens, ${kept} of ${found} facts (${means})\n`);
  for (const { name, megabytes, find, embedded } of speeds)
    process.stdout.write(
      `${name}: ${megabytes.toFixed(2)} MB, found at ${find.toFixed(1)} MB/s, answered at ${embedded.toFixed(1)} MB/s\n`,
    );
}

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { PassedRequest } from '@tenfold/contract';
import { launchers } from '../../packages/cli/src/wrap/client-launch.ts';
import { resultOf } from '../gateway/agent-run.ts';
import { openGateway } from '../gateway/open-gateway.ts';
import type { Client } from './client.ts';
import { partName, scriptedModel } from './scripted-model.ts';

/** What came of a client's run. */
export interface Ran {
  readonly steps: number;
  readonly requests: number;
  readonly received: number;
  readonly sent: number;
  readonly folds: number;
  readonly refusals: readonly string[];
  /** Times that what a client sends became much shorter from one request to the next: it folded by itself. */
  readonly compactions: number;
  /** Share of the planted facts that the last request had, and that recall finds among five passages asked without their value. */
  readonly held: number;
  readonly recalled: number;
  readonly exit: number | string;
  readonly output: string;
}

/** How it is run. */
export interface RunTerms {
  readonly steps: number;
  readonly room: number;
  readonly binds: boolean;
  readonly model?: string;
  /** Milliseconds after which it is stopped. */
  readonly limit: number;
}

/** Has a client work a scripted task through the gateway, started as `tenfold NAME` starts it, with an empty home. */
export async function runClient(client: Client, folder: string, { steps, room, binds, limit }: RunTerms): Promise<Ran> {
  const model = scriptedModel(steps);
  const gateway = await openGateway(
    { binds: binds && client.binds === true, window: room, answer: (asked) => model.answer(asked) },
    { room },
  );
  const home = mkdtempSync(join(tmpdir(), 'tenfold-client-'));
  const work = join(home, 'work');
  try {
    const facts = Array.from({ length: steps }, (_, step) => resultOf(step, steps)).flatMap(({ text, fact }, step) => {
      write(join(work, partName(step)), text);
      return fact === null ? [] : [fact];
    });
    for (const [name, text] of Object.entries(client.files ?? {})) write(join(home, name), text);
    // A new home has a sample, which may be longer than a short run.
    const samples = (await gateway.tenfold.sessions.list()).sessions.map(({ id }) => id);
    const { exit, output } = await started(client, folder, { url: gateway.url, home, work, limit });
    await gateway.tenfold.chains.idle();
    const requests = gateway.traffic.list().toReversed();
    const { seen } = gateway.upstream;
    const main = seen.findLast(({ refused, tokens }) => refused.length === 0 && tokens > room / 4);
    const last = JSON.stringify(main?.body ?? {});
    const { sessions } = await gateway.tenfold.sessions.list();
    const ours = sessions.filter(({ id }) => !samples.includes(id)).toSorted((a, b) => b.entries - a.entries)[0]?.id ?? '';
    let recalled = 0;
    for (const { text, value } of facts) {
      const found = await gateway.tenfold.recall.passages(ours, text.replace(value, ''), 5, true).catch(() => []);
      if (found.some((passage) => passage.text.includes(value))) recalled++;
    }
    return {
      steps: model.step,
      requests: seen.length,
      received: gateway.traffic.sums.before,
      sent: gateway.traffic.sums.after,
      folds: gateway.traffic.sums.folds,
      refusals: refusalsOf(requests),
      compactions: shrinkages(requests.map(({ before }) => before)),
      held: facts.filter(({ value }) => last.includes(value)).length / facts.length,
      recalled: recalled / facts.length,
      exit,
      output,
    };
  } finally {
    await gateway.close();
    rmSync(home, { recursive: true, force: true });
  }
}

/** What was refused that a fold had changed, or that was too long, or that never came back: what a client asks wrongly by itself is its own. */
function refusalsOf(requests: readonly PassedRequest[]): readonly string[] {
  return requests.flatMap(({ status, error, folds, wire, model }) =>
    (status ?? 0) >= 400 && (folds > 0 || error !== null) ? [`${status} ${error ?? ''} (${wire} ${model})`] : [],
  );
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Requests aside, such as one for a title, are short from the start; what was the longest so far and halves is a conversation made shorter. */
function shrinkages(tokens: readonly number[]): number {
  let longest = 0;
  let count = 0;
  let low = 0;
  for (const now of tokens) {
    // One short request is a question beside the conversation; three in a row are the conversation itself.
    low = now < longest / 2 ? low + 1 : 0;
    if (low === 3) {
      count++;
      longest = now;
    }
    longest = Math.max(longest, now);
  }
  return count;
}

function started(
  client: Client,
  folder: string,
  { url, home, work, limit }: { url: string; home: string; work: string; limit: number },
): Promise<{ exit: number | string; output: string }> {
  const settings = join(home, 'tenfold');
  const launcher = launchers[client.name];
  if (launcher === undefined) throw new Error(`tenfold ${client.name} is not known`);
  const launch = launcher(url, client.args('Read every part of the system, one after the other.'), client.environment, settings);
  for (const [name, text] of Object.entries(launch.files ?? {})) write(join(settings, name), text);
  const [command, ...first] = client.program(folder);
  const child = spawn(command, [...first, ...launch.args], {
    cwd: work,
    env: { HOME: home, PATH: process.env.PATH, TERM: 'dumb', ...client.environment, ...launch.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (chunk: Buffer) => {
    output = `${output}${chunk}`.slice(-4_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return new Promise((resolve) => {
    // One of them does not listen to a polite word.
    const timer = setTimeout(() => child.kill('SIGKILL'), limit);
    child.on('error', (error) => {
      clearTimeout(timer);
      resolve({ exit: error.message, output });
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ exit: code ?? signal ?? 'ended', output });
    });
  });
}

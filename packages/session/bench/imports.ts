// What it takes to import large files, each in a process of its own: time, the most memory, and how long the loop was held up.
//   npm run bench:imports [-- MEGABYTES [KIND]]
import { execFileSync } from 'node:child_process';
import { closeSync, createReadStream, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { openSqlite } from '@tenfold/store';
import { runFolder } from '../../../bench/src/run-folder.ts';
import { openTenfold } from '../src/index.ts';

const [megabytes = '100', only, folder] = process.argv.slice(2);
if (folder === undefined) main(Number(megabytes));
else await importOnce(only ?? '', folder);

/** Kinds of files: what stands first, what is said again and again, what ends it. */
function kinds(): Record<string, { head: string; each(n: number): string; tail: string }> {
  const words = 'Each window keeps its last full count, and “Müller” looked at packages/core/src/fold.ts again. '.repeat(20);
  const said = (n: number) => `${n} ${words}`;
  const role = (n: number) => (n % 2 === 0 ? 'user' : 'assistant');
  const message = (n: number) => JSON.stringify({ role: role(n), content: said(n) });
  const row = (n: number) => ({
    type: role(n),
    uuid: `u${n}`,
    parentUuid: n === 0 ? null : `u${n - 1}`,
    sessionId: 's',
    cwd: '/w',
  });
  const node = (n: number, at: number) => [
    `${n}-${at}`,
    {
      id: `${n}-${at}`,
      parent: at === 0 ? null : `${n}-${at - 1}`,
      message: { id: `${at}`, author: { role: role(at) }, content: { content_type: 'text', parts: [said(at)] } },
    },
  ];
  const chat = (n: number) =>
    JSON.stringify({
      title: `Talk ${n}`,
      id: `c${n}`,
      current_node: `${n}-19`,
      mapping: Object.fromEntries(Array.from({ length: 20 }, (_, at) => node(n, at))),
    });
  return {
    'conversations, one a line': {
      head: '',
      each: (n) => `{"id":"c${n}","messages":[${Array.from({ length: 50 }, (_, at) => message(at)).join(',')}]}\n`,
      tail: '',
    },
    'messages, one a line': { head: '', each: (n) => `${message(n)}\n`, tail: '' },
    'one conversation': { head: '{"messages":[', each: (n) => `${n === 0 ? '' : ','}${message(n)}`, tail: ']}' },
    'one conversation, indented': {
      head: '{\n  "messages": [\n',
      each: (n) => `${n === 0 ? '' : ',\n'}    ${message(n)}`,
      tail: '\n  ]\n}\n',
    },
    'Claude Code session': {
      head: '',
      each: (n) => `${JSON.stringify({ ...row(n), message: { role: role(n), content: [{ type: 'text', text: said(n) }] } })}\n`,
      tail: '',
    },
    'Codex rollout': {
      head: `${JSON.stringify({ type: 'session_meta', payload: { id: 's', cwd: '/w' } })}\n`,
      each: (n) => {
        const type = n % 2 === 0 ? 'input_text' : 'output_text';
        const payload = { type: 'message', role: role(n), content: [{ type, text: said(n) }] };
        return `${JSON.stringify({ timestamp: new Date(1.7e12 + n).toISOString(), type: 'response_item', payload })}\n`;
      },
      tail: '',
    },
    'ChatGPT export': { head: '[', each: (n) => `${n === 0 ? '' : ','}${chat(n)}`, tail: ']' },
    'short messages': { head: '', each: (n) => `{"role":"${role(n)}","content":"message ${n}"}\n`, tail: '' },
  };
}

function main(megabytes: number): void {
  const made = runFolder();
  process.stdout.write(`${megabytes} MB each; of short messages ${megabytes / 10} MB\n`);
  for (const [kind, { head, each, tail }] of Object.entries(kinds())) {
    if (only !== undefined && kind !== only) continue;
    const bytes = (kind === 'short messages' ? megabytes / 10 : megabytes) * 1e6;
    const file = path.join(made, 'file.json');
    const out = openSync(file, 'w');
    let written = writeSync(out, head);
    for (let n = 0; written < bytes; n++) written += writeSync(out, each(n));
    writeSync(out, tail);
    closeSync(out);
    process.stdout.write(
      execFileSync(process.execPath, [import.meta.filename, megabytes.toString(), kind, made], { encoding: 'utf8' }),
    );
  }
}

async function importOnce(kind: string, folder: string): Promise<void> {
  const db = path.join(folder, `${kind.replace(/\W+/g, '-')}.db`);
  const store = await openSqlite(db);
  const tenfold = await openTenfold({ store });
  let [held, heldWall, turns] = [0, 0, 0];
  let [cpu, wall] = [process.threadCpuUsage(), performance.now()];
  // What this thread did between two turns of the loop: others on the machine do not count.
  const watch = setInterval(() => {
    const { user, system } = process.threadCpuUsage(cpu);
    held = Math.max(held, (user + system) / 1000);
    heldWall = Math.max(heldWall, performance.now() - wall);
    turns++;
    [cpu, wall] = [process.threadCpuUsage(), performance.now()];
  }, 1);
  const before = process.memoryUsage.rss();
  const start = performance.now();
  const text = createReadStream(path.join(folder, 'file.json'), { encoding: 'utf8', highWaterMark: 64 * 1024 });
  const { sessions } = await tenfold.exchange.importFile({ name: 'file.json', text });
  const seconds = (performance.now() - start) / 1000;
  clearInterval(watch);
  const most = process.resourceUsage().maxRSS / 1024;
  const entries = sessions.reduce((sum, session) => sum + session.entries, 0);
  process.stdout.write(
    `${kind}: ${sessions.length} sessions, ${entries} messages in ${seconds.toFixed(1)} s; most memory ${most.toFixed(0)} MB (${(before / 1e6).toFixed(0)} before); loop held ${held.toFixed(0)} ms of CPU at most (${heldWall.toFixed(0)} ms of time, ${turns} turns)\n`,
  );
  await tenfold.close();
  await store.close();
}

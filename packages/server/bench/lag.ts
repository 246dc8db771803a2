// How long the event loop of a server is held by large requests, sent by a process of its own.
//   npm run bench:lag [-- requests|files|session|gateway|hostile [MEGABYTES]]
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { runFolder } from '../../../bench/src/run-folder.ts';
import { watchLoop } from '../../../tests/servers/watch-loop.ts';
import { jsonLog } from '../src/log.ts';
import { serve } from '../src/process/serve.ts';
import { askWithFiles } from './lag-attachments.ts';
import { askGateway } from './lag-gateway.ts';
import { askHostile } from './lag-hostile.ts';
import { askLongSession, askMuch } from './lag-requests.ts';

const SECTIONS = {
  requests: askMuch,
  files: askWithFiles,
  session: askLongSession,
  gateway: askGateway,
  hostile: askHostile,
} as const;
type Section = keyof typeof SECTIONS;

const [wanted, size = '4', url] = process.argv.slice(2);
if (url === undefined) await main(wanted === undefined ? Object.keys(SECTIONS) : [wanted]);
else await SECTIONS[wanted as Section](url, Number(size) * 1e6, tell);

async function main(sections: readonly string[]): Promise<void> {
  const upstream = spawn(process.execPath, [new URL('../../../bench/src/gateway/upstream.ts', import.meta.url).pathname], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: upstream.stdout }), 'line')) as [string];
  const gateway = { upstreams: { openai: line.trim(), anthropic: line.trim() } };
  const settings = { home: runFolder(), host: '127.0.0.1', port: 0, token: null, secret: undefined, open: false, gateway };
  const served = await serve(settings, { log: jsonLog('error'), environment: {}, web: null });
  try {
    for (const section of sections) await watched(section, served.url);
  } finally {
    if ('stop' in served) await served.stop();
    await ended(upstream);
  }
}

async function watched(section: string, url: string): Promise<void> {
  const child = spawn(process.execPath, [import.meta.filename, section, size, url], { stdio: ['ignore', 'pipe', 'inherit'] });
  const over = once(child, 'close');
  const loop = watchLoop();
  for await (const line of createInterface({ input: child.stdout })) {
    const rss = process.memoryUsage.rss() / 1e6;
    process.stdout.write(`${line}: ${loop.words()}; memory ${rss.toFixed(0)} MB\n`);
  }
  await over;
  loop.stop();
}

async function ended(child: ChildProcess): Promise<void> {
  child.kill();
  await once(child, 'close');
}

async function tell(name: string, work: () => Promise<{ status: number }>): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 300));
  const { status } = await work();
  await new Promise((resolve) => setTimeout(resolve, 700));
  process.stdout.write(`${name} (${status})\n`);
}

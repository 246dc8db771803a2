import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { formatCount } from '@tenfold/core';
import { clients } from './client.ts';
import { installClient } from './install-client.ts';
import { type Ran, runClient } from './run-client.ts';

// `npm run test:clients [-- NAME… --steps N --room N --unbound]`: real clients through the gateway, against the strict upstream.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    steps: { type: 'string', default: '300' },
    room: { type: 'string', default: '32000' },
    minutes: { type: 'string', default: '15' },
    unbound: { type: 'boolean', default: false },
  },
});
const terms = {
  steps: Number(values.steps),
  room: Number(values.room),
  binds: !values.unbound,
  limit: Number(values.minutes) * 60_000,
};
const cache = join(import.meta.dirname, '../../node_modules/.cache/clients');

let failed = false;
for (const client of clients.filter(({ name }) => positionals.length === 0 || positionals.includes(name))) {
  const there = installClient(client, cache);
  if ('skipped' in there) {
    console.log(`${client.name}: skipped. ${there.skipped}`);
    continue;
  }
  const start = performance.now();
  const ran = await runClient(client, there.folder, terms);
  const wrong = faultsOf(ran);
  failed ||= wrong.length > 0;
  console.log(
    `${client.name} ${client.version}: ${wrong.length === 0 ? 'passed' : `FAILED (${wrong.join('; ')})`} · ${ran.steps} steps in ${ran.requests} requests · ` +
      `${formatCount(ran.received)} → ${formatCount(ran.sent)} tokens · ${ran.folds} folds · facts ${percent(ran.held)} in context, ` +
      `${percent(ran.recalled)} recalled · ${((performance.now() - start) / 1_000).toFixed(0)} s`,
  );
  if (wrong.length > 0) console.log(ran.output.trim().slice(-1_500));
}
process.exitCode = failed ? 1 : 0;

function faultsOf({ requests, steps, refusals, compactions, held, recalled, exit }: Ran): readonly string[] {
  return [
    ...(requests > 0 ? [] : ['no request came through the gateway']),
    ...(steps === terms.steps ? [] : [`only ${steps} steps`]),
    ...(exit === 0 ? [] : [`it ended with ${exit}`]),
    ...(refusals.length === 0 ? [] : [`${refusals.length} refusals: ${refusals[0]?.slice(0, 300)}`]),
    ...(compactions === 0 ? [] : [`${compactions} compactions of its own`]),
    ...(held >= 0.6 ? [] : [`only ${percent(held)} of the facts in the context`]),
    ...(recalled === 1 ? [] : [`only ${percent(recalled)} of the facts recalled`]),
  ];
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

// What recorded sessions cost through the gateway, billed as the strict upstream bills them, cache included.
//   gateway-replay.ts [--write]
import { parseArgs } from 'node:util';
import { billedReplays } from './gateway/replay.ts';
import { writeSection } from './write-section.ts';

const { values: flags } = parseArgs({ options: { write: { type: 'boolean' } } });
const rows = await billedReplays(({ name, share, folds, refused }) =>
  console.error(`${name}: ${share.toFixed(3)}, ${folds} folds, ${refused} refused`),
);
const shares = rows.map(({ share }) => share);
const mean = shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
const text = [
  '## Gateway: replay, as billed',
  '',
  '`npm run bench:gateway-replay`: recorded sessions of more than 60,000 tokens sent request by request through the gateway, folding at 30,000, before an upstream that bills cache reads at 0.1, writes at 1.25 of a plain token, against sending everything. Sessions of Codex are sent on the Responses wire, which Codex speaks and which bills no writes; all others as Messages. How deep the gateway folds, and that it folds deeper where a conversation opens with more than it folds to, was set with these sessions in view, so the figures are no proof for others.',
  '',
  '| session | tokens | requests | folds | refused | share of the cost |',
  '| --- | --- | --- | --- | --- | --- |',
  ...rows.map(
    (row) => `| ${row.name} | ${row.tokens} | ${row.requests} | ${row.folds} | ${row.refused} | ${row.share.toFixed(3)} |`,
  ),
  '',
  `Mean ${mean.toFixed(3)}, highest ${Math.max(...shares).toFixed(3)}.`,
].join('\n');
if (flags.write) writeSection('gateway-replay', text);
else console.log(text);

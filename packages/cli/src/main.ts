#!/usr/bin/env node
import { whyUnwritten } from './file/write-whole.ts';
import { exitCodes, run } from './program.ts';
import { processTerminal } from './terminal.ts';

const args = process.argv.slice(2);
const terminal = processTerminal(args.includes('--no-color'));

// A reader that closes early (`tenfold … | head`) is no error; what was begun, such as an import of several files, is finished.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE' || process.exitCode === exitCodes.failed) return;
  process.exitCode = exitCodes.failed;
  terminal.err.write(`error: standard output cannot be written (${whyUnwritten(error)}); what was printed is not whole\n`);
});
process.stderr.on('error', () => {});

// `npm run tenfold` starts in the root of the checkout; files are named from where its user stands.
const { INIT_CWD, npm_lifecycle_event: script } = process.env;
if (script === 'tenfold' && INIT_CWD) process.chdir(INIT_CWD);

const code = await run(args, terminal);
process.exitCode ||= code;

#!/usr/bin/env node
import { run } from './program.ts';
import { processTerminal } from './terminal.ts';

// A reader that closes early (`tenfold … | head`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

// `npm run tenfold` starts in the root of the checkout; files are named from where its user stands.
const { INIT_CWD, npm_lifecycle_event: script } = process.env;
if (script === 'tenfold' && INIT_CWD) process.chdir(INIT_CWD);

const args = process.argv.slice(2);
process.exitCode = await run(args, processTerminal(args.includes('--no-color')));

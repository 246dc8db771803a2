export { CommandFailed } from './command-failed.ts';
export { createProgram, exitCodes, run } from './program.ts';
export { processTerminal, type Style, type Terminal } from './terminal.ts';

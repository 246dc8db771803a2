export { BadInput } from './bad-input.ts';
export { createProgram, exitCodes, run } from './program.ts';
export { processTerminal, type Screen, type Style, type Terminal } from './terminal.ts';

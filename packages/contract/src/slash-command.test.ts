import { expect, it } from 'vitest';
import { isCommand, nearestCommand } from './slash-command.ts';

const KNOWN = ['/compact', '/summarize', '/save-progress', '/settings'];

it.each([
  ['/compcat', '/compact'],
  ['/comp', '/compact'],
  ['/save', '/save-progress'],
  ['/setings', '/settings'],
  ['/ssummarize', '/summarize'],
])('%s was meant to be %s', (typed, meant) => {
  expect(nearestCommand(typed, KNOWN)).toBe(meant);
});

it.each(['/frobnicate', '/help', '/x', '/'])('%s is like none of them', (typed) => {
  expect(nearestCommand(typed, KNOWN)).toBeNull();
});

it.each(['/usr/bin is on the path', '/compact\nand more', '// a comment', '/', 'see /compact', '/* note */'])(
  '%j is a message',
  (text) => {
    expect(isCommand(text)).toBe(false);
  },
);

it.each(['/compact', ' /compact --fast', '/Save-progress "tests green"', '/nothing-known'])('%j is a command', (text) => {
  expect(isCommand(text)).toBe(true);
});

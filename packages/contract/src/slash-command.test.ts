import { expect, it } from 'vitest';
import { nearestCommand } from './nearest-command.ts';

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

import { describe, expect, it } from 'vitest';
import { isRequest } from './request.ts';

describe('isRequest', () => {
  it.each([
    ['Please fix the cart.', true],
    ['<task>Fix the cart</task>', true],
    ['<system-reminder>Be brief.</system-reminder>\nNow add a test.', true],
    ['<command-name>/clear</command-name> <command-args></command-args>', false],
    ['<system-reminder>Be brief.', false],
    ['[Request interrupted by user for tool use]', false],
    ['…', false],
  ])('%j: %s', (text, expected) => {
    expect(isRequest(text)).toBe(expected);
  });
});

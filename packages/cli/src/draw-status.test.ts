import { stripVTControlCharacters } from 'node:util';
import {
  budgetFor,
  type ContentKind,
  conversationOf,
  counterFor,
  project,
  seamsOf,
  statusOf,
  textMessage,
  transcriptOf,
} from '@tenfold/core';
import { sample, sampleFrame } from '@tenfold/core/sample';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { drawStatus } from './draw-status.ts';
import { recordingTerminal } from './recording-terminal.ts';

function statusOfMessages(messages = sample, frame = sampleFrame) {
  const model = 'openai:gpt-4o';
  const conversation = conversationOf(transcriptOf(messages), frame);
  return statusOf({
    view: project(conversation),
    seams: seamsOf(conversation),
    count: counterFor(model),
    budget: budgetFor(model),
  });
}

it('draws the gauge, and a table that adds up', () => {
  const status = statusOfMessages();
  const drawn = drawStatus(status, recordingTerminal());
  expect(drawn).toContain(`${status.used.toLocaleString('en-US')} / 105,216 tokens - `);
  const rows = [...drawn.matchAll(/^ {2}[a-z] [a-z ]+? +([\d,]+) +[\d.]+%$/gm)].map(([, tokens = '']) =>
    Number(tokens.replaceAll(',', '')),
  );
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.reduce((sum, tokens) => sum + tokens, 0)).toBe(status.used);
});

it('keeps both bars as wide as the line, however the tokens are spread, coloured or not', () => {
  const base = statusOfMessages();
  const kinds = Object.keys(base.breakdown) as ContentKind[];
  const spread = fc
    .array(fc.nat(60_000), { minLength: kinds.length, maxLength: kinds.length })
    .filter((tokens) => tokens.some(Boolean));
  fc.assert(
    fc.property(spread, fc.boolean(), fc.integer({ min: 24, max: 80 }), (tokens, colour, columns) => {
      const breakdown = Object.fromEntries(kinds.map((kind, i) => [kind, tokens[i] ?? 0])) as typeof base.breakdown;
      const used = tokens.reduce((sum, one) => sum + one, 0);
      const lines = stripVTControlCharacters(
        drawStatus({ ...base, breakdown, used }, recordingTerminal({ colour, columns })),
      ).split('\n');
      expect(lines[1]).toHaveLength(columns - 2);
      expect(lines[3]).toHaveLength(columns - 2);
    }),
  );
});

it('draws an empty conversation', () => {
  expect(drawStatus(statusOfMessages([], {}), recordingTerminal())).toContain(' / 105,216 tokens - 0%');
  expect(drawStatus(statusOfMessages([textMessage('user', 'hi')], {}), recordingTerminal())).toContain('user');
});

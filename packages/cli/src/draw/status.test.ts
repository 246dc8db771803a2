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
import { recordingScreen } from '../testing/recording-terminal.ts';
import { drawStatus } from './status.ts';

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
  const drawn = drawStatus(status, recordingScreen(), 76).join('\n');
  expect(drawn).toContain(`${status.used.toLocaleString('en-US')} / 105,216 tokens - `);
  const rows = [...drawn.matchAll(/^[a-z] {2}[a-z ]+? +([\d,]+) +[\d.]+%$/gm)].map(([, tokens = '']) =>
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
    fc.property(spread, fc.boolean(), fc.integer({ min: 20, max: 76 }), (tokens, colour, width) => {
      const breakdown = Object.fromEntries(kinds.map((kind, i) => [kind, tokens[i] ?? 0])) as typeof base.breakdown;
      const used = tokens.reduce((sum, one) => sum + one, 0);
      const lines = drawStatus({ ...base, breakdown, used }, recordingScreen({ colour }), width).map(stripVTControlCharacters);
      expect(lines[1]).toHaveLength(width);
      expect(lines[3]).toHaveLength(width);
    }),
  );
});

it('draws an empty conversation', () => {
  const drawn = (messages: typeof sample) => drawStatus(statusOfMessages(messages, {}), recordingScreen(), 76).join('\n');
  expect(drawn([])).toContain(' / 105,216 tokens - 0%');
  expect(drawn([textMessage('user', 'hi')])).toContain('user');
});

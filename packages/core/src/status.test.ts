import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { budgetFor, budgetOf } from './budget.ts';
import { formatCount } from './counted.ts';
import type { Counter } from './counter.ts';
import { type Message, type Part, type Role, textMessage } from './message.ts';
import { formatStatus, levelOf, needOf, statusOf } from './status.ts';
import { looseSeams, plainView, unitCounter } from './testing/stand-ins.ts';
import type { Row, View } from './view.ts';

const part: fc.Arbitrary<Part> = fc.oneof(
  fc.record({ type: fc.constantFrom('text' as const, 'reasoning' as const), text: fc.string() }),
  fc.record({ type: fc.constant('tool-call' as const), id: fc.string(), name: fc.string(), input: fc.string() }),
  fc.record({ type: fc.constant('tool-result' as const), id: fc.string(), output: fc.string() }),
  fc.record({ type: fc.constant('attachment' as const), mediaType: fc.string() }),
  fc.record({ type: fc.constant('opaque' as const), dialect: fc.string(), value: fc.string() }),
);
const role = fc.constantFrom<Role>('system', 'user', 'assistant', 'tool', 'summary');
const messages: fc.Arbitrary<Message[]> = fc.array(fc.record({ role, parts: fc.array(part, { maxLength: 5 }) }), {
  maxLength: 20,
});
const frame = fc.record({ system: fc.string(), tools: fc.array(fc.record({ name: fc.string() }), { maxLength: 3 }) });

const fold = {
  id: 'f',
  run: 'r',
  target: { kind: 'span', from: 'a', to: 'b' },
  kind: 'summary',
  lossless: false,
  by: 'x',
  before: 90,
} as const;
const standIn = (text: string, after: number, estimated = false): Row => ({
  kind: 'stand-in',
  index: 0,
  from: 0,
  to: 1,
  fold: { ...fold, text, after, estimated },
  message: textMessage('summary', text),
  covers: 2,
});

describe('statusOf', () => {
  it('breaks down exactly what it says is used, for any view and draft', () => {
    fc.assert(
      fc.property(messages, frame, fc.string(), fc.integer({ min: 1, max: 5_000 }), (list, around, draft, room) => {
        const count = unitCounter();
        const view = plainView(list, around);
        const status = statusOf({ view, seams: looseSeams(list.length), count, budget: budgetOf(room), draft });
        const sum = Object.values(status.breakdown).reduce((a, b) => a + b, 0);
        const counted = list.reduce((total, message) => total + count.message(message), count.frame(around));
        expect(status.used).toBe(sum);
        expect(status.used).toBe(counted + (draft ? count.message(textMessage('user', draft)) : 0));
        expect(status.available).toBe(Math.max(0, room - status.used));
        expect(Object.values(status.breakdown).every((tokens) => tokens >= 0)).toBe(true);
      }),
    );
  });

  it('gives each kind of content its own share', () => {
    const list: Message[] = [
      { role: 'system', parts: [{ type: 'text', text: 's'.repeat(10) }] },
      {
        role: 'user',
        parts: [
          { type: 'text', text: 'u'.repeat(20) },
          { type: 'attachment', mediaType: 'image/png' },
        ],
      },
      {
        role: 'assistant',
        parts: [
          { type: 'reasoning', text: 'r'.repeat(100) },
          { type: 'text', text: 'a'.repeat(50) },
          { type: 'tool-call', id: '1', name: 'read', input: { path: 'p'.repeat(100) } },
        ],
      },
      { role: 'tool', parts: [{ type: 'tool-result', id: '1', output: 'o'.repeat(300) }] },
      { role: 'tool', parts: [] },
    ];
    const view = plainView(list, { system: 'f'.repeat(40), tools: [{ name: 'read' }] });
    const { breakdown } = statusOf({ view, seams: looseSeams(1), count: unitCounter(0), budget: budgetOf(1_000), draft: 'dd' });
    expect(breakdown).toMatchObject({ system: 50, tools: 17, user: 20, reasoning: 100, assistant: 50, draft: 2, summaries: 0 });
    expect(breakdown.attachments).toBe(45);
    expect(breakdown.toolCalls).toBeGreaterThan(100);
    expect(breakdown.toolResults).toBeGreaterThan(300);
  });

  it('shows a counter the same values again, so that one that remembers counts nothing twice', () => {
    const base = unitCounter();
    const seen = new Set<object>();
    const count: Counter = {
      ...base,
      message: (message) => {
        seen.add(message);
        return base.message(message);
      },
      frame: (around) => {
        seen.add(around);
        return base.frame(around);
      },
    };
    const mixed: Part[] = [
      { type: 'text', text: 'words' },
      { type: 'reasoning', text: 'thought' },
    ];
    const view = plainView(
      Array.from({ length: 20 }, () => ({ role: 'assistant', parts: mixed })),
      { system: 's', tools: [{ name: 't' }] },
    );
    const first = statusOf({ view, seams: looseSeams(19), count, budget: budgetOf(10_000) });
    expect(seen.size).toBe(63);
    expect(statusOf({ view, seams: looseSeams(19), count: { ...count }, budget: budgetOf(10_000) })).toEqual(first);
    expect(seen.size).toBe(63);
  });

  it('counts a summary as such, a dry run’s guess as expected, and a silent member of a group not at all', () => {
    const plain = plainView(['a', 'b', 'c'].map((text) => textMessage('user', text)));
    const count = unitCounter(0);
    const of = (row: Row) => {
      const view: View = { ...plain, rows: [row, ...plain.rows.slice(2)] };
      return statusOf({ view, seams: looseSeams(2), count, budget: budgetOf(1_000) });
    };
    expect(of(standIn('12345', 5))).toMatchObject({ used: 6, breakdown: { summaries: 5 }, foldable: 1, retained: 1 });
    expect(of(standIn('', 77, true)).breakdown.summaries).toBe(77);
    expect(of({ ...standIn('', 0), message: null } as Row)).toMatchObject({ used: 1, foldable: 0 });
    const partly = { ...(plain.rows[0] as Row & { kind: 'entry' }), folds: [{ ...fold, text: '', after: 9, estimated: true }] };
    expect(of(partly).used).toBe(11);
  });

  it('tells what is kept for being recent from what may be folded, fixed entries being neither', () => {
    const view = plainView(Array.from({ length: 10 }, () => textMessage('user', 'x'.repeat(100))));
    const budget = budgetOf(10_000, { session: { retention: 300 } });
    const status = statusOf({ view, seams: looseSeams(9, { fixed: [0, 3] }), count: unitCounter(0), budget });
    expect(status).toMatchObject({ retained: 3, foldable: 5, retention: { value: 300, from: 'session' } });
  });

  it('carries the budget it measured against', () => {
    const budget = budgetFor('openai:gpt-4o', { profile: { soft: 60 } });
    const status = statusOf({ view: plainView([]), seams: looseSeams(0), count: { ...unitCounter(), exact: false }, budget });
    const { window, room, reserved, softAt, hardAt, soft, hard } = budget;
    expect(status).toMatchObject({
      window,
      room,
      reserved,
      softAt,
      hardAt,
      soft,
      hard,
      exact: false,
      used: 0,
      model: 'openai:gpt-4o',
    });
    expect(status.soft).toEqual({ value: 60, from: 'profile' });
  });
});

describe('levels and needs', () => {
  it('turn at exactly 70 and 85 percent', () => {
    expect([69.999, 70, 84.999, 85, 200].map(levelOf)).toEqual(['normal', 'warning', 'warning', 'critical', 'critical']);
  });

  it('reach soft and hard exactly at their watermarks', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.nat(1_200_000),
        fc.integer({ min: 5, max: 100 }),
        (room, used, hard) => {
          const budget = budgetOf(room, { session: { hard }, floor: 0 });
          const share = (used * 100) / room;
          expect(needOf(used, budget)).toBe(share >= hard ? 'hard' : share >= Math.min(80, hard) ? 'soft' : 'none');
        },
      ),
    );
  });

  it('ask for nothing below the floor while the context fits', () => {
    expect(needOf(1_999, budgetOf(2_000))).toBe('none');
    expect(needOf(2_000, budgetOf(2_000))).toBe('hard');
    expect(needOf(1_500, budgetOf(1_000))).toBe('hard');
  });

  it('never ask for a background fold when those are off', () => {
    const budget = budgetOf(10_000, { session: { soft: 'off' } });
    expect([9_499, 9_500].map((used) => needOf(used, budget))).toEqual(['none', 'hard']);
  });
});

describe('formatStatus', () => {
  it('writes the gauge’s line', () => {
    expect(formatStatus({ used: 2_450, room: 128_000, percent: 1.914, exact: true })).toBe('2,450 / 128,000 tokens - 2%');
    expect(formatStatus({ used: 999, room: 1_000, percent: 99.9, exact: false })).toBe('≈999 / 1,000 tokens - 100%');
  });

  it('groups any number as English does', () => {
    fc.assert(fc.property(fc.nat(), (number) => formatCount(number) === number.toLocaleString('en-US')));
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { budgetOf } from '../budget.ts';
import { dryRun } from '../condense.ts';
import { condenseLoop } from '../condense-loop.ts';
import { conversationOf } from '../conversation.ts';
import { SUPPRESSED, TRUNCATED } from '../cut.ts';
import type { Message } from '../message.ts';
import { foldPart, partText } from '../part-folds.ts';
import { project, render } from '../project.ts';
import { formatReport } from '../report.ts';
import { arbitraryMessages } from '../testing/arbitrary.ts';
import { unitCounter } from '../testing/stand-ins.ts';
import { transcriptOf } from '../transcript.ts';
import { type SmartConfig, type SmartOperation, type SmartPass, smart, spelledOut } from './smart.ts';

const KEEP: SmartOperation = { operation: 'keep' };
const lines = (n: number): string => Array.from({ length: n }, (_, i) => `line ${i} of this result`).join('\n');
const talk: Message[] = [
  { role: 'user', parts: [{ type: 'text', text: 'Please look.' }] },
  ...Array.from({ length: 12 }, (_, i): Message[] => [
    {
      role: 'assistant',
      parts: [{ type: 'tool-call', id: `c${i}`, name: 'run', input: { command: `step ${i} ${'x'.repeat(300)}` } }],
    },
    { role: 'tool', parts: [{ type: 'tool-result', id: `c${i}`, name: 'run', output: `${i}\n${lines(60)} ${i}` }] },
    { role: 'assistant', parts: [{ type: 'text', text: `Step ${i} is done.` }] },
    { role: 'user', parts: [{ type: 'text', text: `Go on with ${i}.` }] },
  ]).flat(),
];

function step(change: Partial<SmartPass>): SmartPass {
  return {
    id: 'step',
    name: 'Step',
    selection: { type: 'preserve_recent', keepRecentCount: 4 },
    mode: 'individual',
    individualConfig: { defaults: { messageText: KEEP, toolParameters: KEEP, toolResults: KEEP } },
    execution: { type: 'always' },
    ...change,
  };
}

function run(config: SmartConfig, goal = 1) {
  const outcome = dryRun(
    condenseLoop({
      conversation: conversationOf(transcriptOf(talk)),
      strategy: smart,
      passes: smart.passes(config),
      budget: budgetOf(100_000),
      count: unitCounter(),
      goal,
      limit: null,
      leastGain: 0,
      askRoom: 100_000,
    }),
  );
  return { outcome, messages: render(project(outcome.conversation)) };
}

const results = (messages: readonly Message[]) =>
  messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'tool-result' ? [String(part.output)] : [])));

describe('Smart', () => {
  it('treats each kind of content by its own operation', () => {
    const { messages } = run({
      passes: [
        step({
          individualConfig: {
            defaults: {
              messageText: KEEP,
              toolParameters: { operation: 'truncate', params: { truncate: { maxChars: 20 } } },
              toolResults: { operation: 'suppress' },
            },
          },
        }),
      ],
    });
    const old = results(messages).slice(0, -1);
    expect(new Set(old)).toEqual(new Set([SUPPRESSED]));
    expect(JSON.stringify(messages[1]?.parts)).toContain(TRUNCATED);
    expect(messages.filter((message) => message.role === 'user')).toEqual(talk.filter((message) => message.role === 'user'));
  });

  it('lets single messages be treated otherwise', () => {
    const suppress: SmartOperation = { operation: 'suppress' };
    const defaults = { messageText: KEEP, toolParameters: KEEP, toolResults: suppress };
    const { messages } = run({
      passes: [step({ individualConfig: { defaults, overrides: [{ messageIndex: 2, operations: { toolResults: KEEP } }] } })],
    });
    expect(messages[2]).toEqual(talk[2]);
    expect(results(messages)[1]).toBe(SUPPRESSED);
  });

  it('takes the name of an operation alone', () => {
    const defaults = { messageText: 'keep', toolParameters: 'keep', toolResults: 'suppress' };
    const config = { passes: [step({ individualConfig: { defaults } as never })] };
    expect(smart.config.validate(config)).toEqual([]);
    expect(spelledOut(config).passes[0]?.individualConfig?.defaults.toolResults).toEqual({ operation: 'suppress' });
    const { messages } = run(config);
    expect(JSON.stringify(messages[2])).toContain(SUPPRESSED);
    const wrong = { passes: [step({ individualConfig: { defaults: { ...defaults, toolResults: 'burn' } } as never })] };
    expect(smart.config.validate(wrong)[0]?.field).toBe('passes[0].individualConfig.defaults.toolResults');
  });

  it('keeps the newest share when told a percentage', () => {
    const suppress: SmartOperation = { operation: 'suppress' };
    const defaults = { messageText: KEEP, toolParameters: KEEP, toolResults: suppress };
    const { messages } = run({
      passes: [step({ selection: { type: 'preserve_percent', keepPercentage: 50 }, individualConfig: { defaults } })],
    });
    const gone = results(messages).filter((text) => text === SUPPRESSED).length;
    expect(gone).toBe(6);
  });

  it('skips a conditional step below its threshold and stops at the goal before the next', () => {
    const suppress: SmartOperation = { operation: 'suppress' };
    const heavy = step({ individualConfig: { defaults: { messageText: KEEP, toolParameters: KEEP, toolResults: suppress } } });
    const skipped = run({
      passes: [{ ...heavy, execution: { type: 'conditional', condition: { tokenThreshold: 10_000_000 } } }],
    });
    expect(skipped.outcome.report).toMatchObject({ folds: 0, passes: [{ skipped: expect.stringContaining('10,000,000') }] });
    const stopped = run({ passes: [heavy, { ...heavy, id: 'never' }] }, 20_000);
    expect(stopped.outcome.report.passes.map((pass) => pass.id)).toEqual(['step']);
  });

  it('summarizes the middle of a batch, first and last kept, as one ask', () => {
    const { outcome, messages } = run({
      passes: [
        step({ mode: 'batch', batchConfig: { operation: 'summarize', summarizationConfig: { keepFirst: 3, keepLast: 4 } } }),
      ],
    });
    expect(outcome.report.asks).toBe(1);
    expect(messages.slice(0, 4)).toEqual(talk.slice(0, 4));
    expect(messages[4]?.role).toBe('summary');
    expect(messages.slice(-8)).toEqual(talk.slice(-8));
  });

  it('leaves a batch alone that is to be kept', () => {
    expect(run({ passes: [step({ mode: 'batch', batchConfig: { operation: 'keep' } })] }).outcome.folds).toEqual([]);
  });

  it('asks about single messages all at once', () => {
    const summarize: SmartOperation = { operation: 'summarize', params: { summarize: { maxTokens: 50 } } };
    const loop = condenseLoop({
      conversation: conversationOf(transcriptOf(talk)),
      strategy: smart,
      passes: smart.passes({
        passes: [step({ individualConfig: { defaults: { messageText: KEEP, toolParameters: KEEP, toolResults: summarize } } })],
      }),
      budget: budgetOf(100_000),
      count: unitCounter(),
      goal: 1,
      limit: null,
      askRoom: 100_000,
    });
    expect(loop.next().value).toHaveLength(11);
  });

  it('tells its lossless prelude as one line', () => {
    const suppress: SmartOperation = { operation: 'suppress' };
    const { outcome } = run({
      losslessPrelude: {
        enabled: true,
        operations: { deduplicateFileReads: true, consolidateToolResults: true, removeObsoleteState: false },
      },
      passes: [
        step({
          name: 'Suppress',
          individualConfig: { defaults: { messageText: KEEP, toolParameters: KEEP, toolResults: suppress } },
        }),
      ],
    });
    const text = formatReport(outcome.report, { seconds: 1.84, saved: 0.0036 }).split('\n');
    expect(text[0]).toBe('Context condensed using Smart strategy:');
    expect(text[1]).toMatch(/^ - Lossless prelude: [\d,]+ → [\d,]+ tokens \(-\d+%\)$/);
    expect(text[2]).toMatch(/^ - Pass 1 \(Suppress\): [\d,]+ → [\d,]+ tokens \(-\d+%\)$/);
    expect(text[3]).toMatch(/^ - Total reduction: \d+% \(saved \$0\.0036\)$/);
    expect(text[4]).toBe(' - Time: 1.8 seconds');
  });

  it('names the field a wrong config has it from', () => {
    const wrong = {
      passes: [{ ...step({}), mode: 'batch' }, step({ selection: { type: 'preserve_percent', keepPercentage: 120 } })],
    };
    expect(smart.config.validate(wrong).map(({ field }) => field)).toEqual(['passes[1].selection.keepPercentage']);
    expect(smart.config.validate({ passes: [{ ...step({}), mode: 'batch' }] }).map(({ field }) => field)).toEqual([
      'passes[0].batchConfig',
    ]);
  });
});

it('taking a message apart and putting it together again changes nothing', () => {
  fc.assert(
    fc.property(arbitraryMessages(), (messages) => {
      for (const { parts } of messages) {
        for (const part of parts) {
          const text = partText(part);
          // A result of several pieces becomes one text; everything else comes back as it was.
          if (text === null || (part.type === 'tool-result' && typeof part.output !== 'string')) continue;
          expect(foldPart(part, text)).toEqual(part);
        }
      }
    }),
  );
});

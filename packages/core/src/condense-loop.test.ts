import { describe, expect, it } from 'vitest';
import type { FlatAsk } from './ask.ts';
import { budgetOf } from './budget.ts';
import { CannotFit } from './cannot-fit.ts';
import { condenseLoop } from './condense-loop.ts';
import { type Conversation, protect } from './conversation.ts';
import type { Draft, Pass } from './pass.ts';
import { batchPass } from './passes/batch.ts';
import type { Plan } from './plan.ts';
import { project, render } from './project.ts';
import { drive } from './testing/laws/trial.ts';
import { unitCounter } from './testing/stand-ins.ts';
import type { Summarizer } from './testing/summarizers.ts';
import { assistant, call, idOf, result, talk, user } from './testing/talk.ts';

const count = unitCounter();
const always = { type: 'always' } as const;
const long = (name: string) => assistant(`${name} ${'x'.repeat(1_000)}`);
const base = talk(user('first'), long('a'), long('b'), long('c'), user('last'));
const summary = batchPass({ id: 'sum', name: 'Summarize', when: always, selection: { type: 'retention' } });
const says =
  (text: string): Summarizer =>
  () => ({ ok: true, text, by: 'm', usage: { input: 10, output: 2 } });

function planOf(passes: readonly Pass[], more: Partial<Plan> = {}): Plan {
  const strategy = { id: 's', name: 'S' };
  return {
    conversation: base,
    strategy,
    passes,
    budget: budgetOf(2_000, { session: { retention: 0 } }),
    count,
    limit: null,
    askRoom: 10_000,
    ...more,
  };
}
const run = (plan: Plan, summarizer: Summarizer = says('short'), asks: FlatAsk[] = []) =>
  drive(condenseLoop(plan), summarizer, asks);
const drafting = (id: string, propose: () => readonly Draft[], more: Partial<Pass> = {}): Pass => ({
  id,
  name: id,
  when: always,
  propose,
  ...more,
});
const cut = (index: number, body = 'cut'): Draft => ({
  target: { kind: 'part', entry: idOf(base, index), index: 0 },
  kind: 'truncation',
  body,
});

describe('the loop', () => {
  it('keeps what was answered, on top of an untouched conversation, and says who and what it cost', () => {
    const { conversation, folds, report } = run(planOf([summary]));
    expect(folds).toHaveLength(1);
    expect(folds[0]).toMatchObject({ kind: 'summary', by: 'm', text: expect.stringContaining('short') });
    expect(folds[0]?.run).not.toBe('');
    expect(base.folds).toEqual([]);
    expect(conversation.transcript).toBe(base.transcript);
    expect(report).toMatchObject({
      asks: 1,
      usage: { input: 10, output: 2 },
      means: 'strategy',
      messagesBefore: 5,
      messagesAfter: 3,
    });
  });

  it('[L2] does nothing at the goal, whatever a pass says, and says why', () => {
    const never = drafting('never', () => {
      throw new Error('asked for drafts at the goal');
    });
    const { folds, report } = run(planOf([never], { goal: 99_999 }));
    expect(folds).toEqual([]);
    expect(report.warnings).toEqual(['The context is already at or below its goal.']);
  });

  it('skips a pass whose condition does not hold', () => {
    const pass = drafting('p', () => [cut(1)], { when: { type: 'conditional', tokenThreshold: 1_000_000 } });
    expect(run(planOf([pass])).report.passes[0]).toMatchObject({ kept: 0, skipped: expect.stringContaining('1,000,000') });
  });

  it('[L1] takes back a pass that breaks a rule or refuses what is no lighter, and names it', () => {
    const opening = run(planOf([drafting('bad', () => [cut(0, '')])]));
    expect(opening.folds).toEqual([]);
    expect(opening.report.warnings.join()).toMatch(/bad: Taken back: Message 1 is protected/);
    const heavier = run(planOf([drafting('heavy', () => [cut(1, 'y'.repeat(5_000))])]));
    expect(heavier.report.passes[0]?.refused[0]?.reason).toMatch(/no shorter/);
    const nowhere = run(planOf([drafting('lost', () => [{ ...cut(1), target: { kind: 'span', from: 'x', to: 'y' } }])]));
    expect(nowhere.report.passes[0]?.refused[0]?.reason).toMatch(/not in the transcript/);
  });

  it('[G1] keeps drafts of a group together or not at all', () => {
    const group = run(
      planOf([drafting('g', () => [{ ...cut(1), group: 'g' }, { ...cut(2, 'y'.repeat(5_000)), group: 'g' }, cut(3)])]),
    );
    expect(group.folds.map(({ target }) => target)).toEqual([cut(3).target]);
  });

  it('[L5] gives way to another strategy when a pass throws, without a model where none was used', () => {
    const broken = drafting('broken', () => {
      throw new Error('oh');
    });
    const rescue = { name: 'Native', passes: [summary] };
    const local = run(planOf([broken], { rescue, fallback: () => 'from the text' }));
    expect(local.report).toMatchObject({ asks: 0, means: 'embedded' });
    expect(local.report.warnings.join()).toMatch(/S failed, so Native was used instead/);
    expect(local.report.warnings.join()).toMatch(/broken: The pass failed: oh/);
  });

  it('[L7] drops a run that gains next to nothing', () => {
    const { folds, report } = run(planOf([drafting('little', () => [cut(1, `a ${'x'.repeat(990)}`)])]));
    expect(folds).toEqual([]);
    expect(report.warnings.join()).toMatch(/not worth it/);
    expect(report.after).toBe(report.before);
  });

  it('pays nothing for a summary that would gain next to nothing', () => {
    const asks: FlatAsk[] = [];
    run(planOf([summary], { conversation: talk(user('a'), long('b'), user('c')), leastGain: 900 }), says('x'), asks);
    expect(asks).toEqual([]);
  });

  it('[A4] asks nothing twice, and runs passes again while they gain', () => {
    const asks: FlatAsk[] = [];
    let times = 0;
    const stepwise = drafting('step', () => (times++ < 2 ? [cut(times)] : []));
    const { report } = run(planOf([stepwise, summary]), () => ({ ok: false, error: 'down' }), asks);
    expect(report.passes.filter((pass) => pass.kept > 0)).toHaveLength(2);
    expect(new Set(asks.map(({ key }) => key)).size).toBe(asks.length);
  });

  it('[A2] of a dry run yields the same asks and writes no text', () => {
    const real: FlatAsk[] = [];
    const dry: FlatAsk[] = [];
    run(planOf([summary]), says('short'), real);
    const outcome = run(planOf([summary]), () => null, dry);
    expect(dry).toEqual(real);
    expect(outcome.folds[0]).toMatchObject({ text: '', estimated: true });
    expect(outcome.report.usage).toEqual({ input: 0, output: 0 });
  });

  it('gives a fold another id when its text is another', () => {
    expect(run(planOf([summary]), says('one')).folds[0]?.id).not.toBe(run(planOf([summary]), says('two')).folds[0]?.id);
  });
});

describe('when it must fit', () => {
  it('asks again for half where the first summary is too long', () => {
    const limits: number[] = [];
    const wordy: Summarizer = ({ maxTokens, tokens }) => {
      limits.push(maxTokens);
      return { ok: true, text: 'y'.repeat(limits.length === 1 ? Math.min(1_500, tokens) : 100) };
    };
    const { report } = run(planOf([summary], { limit: 1_000, goal: 1_000 }), wordy);
    expect(limits[1]).toBeLessThanOrEqual(Math.ceil((limits[0] as number) / 2));
    expect(report.means).toBe('strategy');
    expect(report.after).toBeLessThanOrEqual(1_000);
  });

  it('[B2] uses the floor, and says so', () => {
    const { report, unmet } = run(planOf([summary], { limit: 800, goal: 800 }), () => ({ ok: false, error: 'down' }));
    expect(report.after).toBeLessThanOrEqual(800);
    expect(report.means).toBe('floor');
    expect(unmet).toBeNull();
    expect(report.warnings.join()).toMatch(/hidden or cut mechanically/);
  });

  it('[B1] names what is held when nothing helps', () => {
    const held: Conversation = protect(base, idOf(base, 2));
    const { unmet } = run(planOf([], { conversation: held, limit: 300, budget: budgetOf(300) }));
    expect(unmet).toBeInstanceOf(CannotFit);
    expect(unmet?.held.map(({ index, why }) => [index, why])).toEqual([
      [2, 'protected'],
      [0, 'opening'],
      [4, 'request'],
    ]);
    expect(unmet?.message).toMatch(/message 3 \(protected, 1,006 tokens\).*Unprotect or shorten one of these/);
    const { unmet: opening } = run(planOf([], { limit: 9, budget: budgetOf(9) }));
    expect(opening?.message).toMatch(/message 1 \(opening, .*edit it and send it again shorter/);
  });

  it('[B1] says so when a wish could not be met that is no limit of the model', () => {
    const { unmet, report } = run(planOf([], { limit: 10, goal: 10 }));
    expect(unmet).toBeNull();
    expect(report.warnings.join()).toMatch(/more than the 10 that were wished for/);
  });

  it('[S4] cuts the newest result where nothing else is left', () => {
    const open = talk(user('a'), call('x'), result('x', 'x'.repeat(2_000)));
    const { conversation, report } = run(planOf([], { conversation: open, limit: 500, goal: 500 }));
    expect(report.after).toBeLessThanOrEqual(500);
    expect(render(project(conversation))).toHaveLength(3);
  });
});

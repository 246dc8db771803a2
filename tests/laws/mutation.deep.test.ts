import { type Conversation, condenseLoop, findStrategy, type Message, project, render, type View } from '@tenfold/core';
import { type Engine, engine, holdTo, LawBroken, lawCase, lawsWith, tryOut } from '@tenfold/core/testing';
import { describe, expect, it } from 'vitest';
import { backReferences, strategyOf } from './tried.ts';

// Each engine below breaks one rule on purpose. A suite that lets one of them pass proves nothing.
const laws = lawsWith();
const SEEDS = 60;

/** Ids of the laws that object to an engine, over many cases. */
function objections(through: Engine, strategy = findStrategy('truncation')): ReadonlySet<string> {
  const ids = new Set<string>();
  for (let seed = 0; seed < SEEDS; seed++) {
    const trial = tryOut(strategy, { ...lawCase(seed), messages: 24, protected: 2, goal: 30 }, {}, through);
    for (const law of laws) {
      try {
        holdTo([law], trial);
      } catch (error) {
        if (!(error instanceof LawBroken)) throw error;
        ids.add(error.law);
      }
    }
  }
  return ids;
}

const withView = (change: (view: View) => View): Engine => ({
  ...engine,
  project: (conversation) => change(project(conversation)),
});
const withSent = (change: (sent: readonly Message[]) => readonly Message[]): Engine => ({
  ...engine,
  render: (view) => change(render(view)),
});

describe('the laws', () => {
  it('object to nothing the engine itself does', () => {
    expect([...objections(engine)]).toEqual([]);
    expect([...objections(engine, strategyOf('references', false, backReferences))]).toEqual([]);
  });

  it('[S1] catch an orphaned call', () => {
    const orphan = withView((view) => ({
      ...view,
      rows: view.rows.filter(
        (row, at) =>
          row.kind === 'stand-in' ||
          row.message.role !== 'tool' ||
          at !== view.rows.findLastIndex((other) => other.message?.role === 'tool'),
      ),
    }));
    expect(objections(orphan)).toContain('S1');
  });

  it('[V1] catch two entries that changed places', () => {
    const swapRows = withView((view) => ({
      ...view,
      rows: view.rows.length < 2 ? view.rows : ([view.rows[1], view.rows[0], ...view.rows.slice(2)] as View['rows']),
    }));
    const swapSent = withSent((sent) =>
      sent.length < 3 ? sent : ([sent[0], sent[2], sent[1], ...sent.slice(3)] as readonly Message[]),
    );
    expect(objections(swapRows)).toContain('V1');
    expect(objections(swapSent)).toContain('V1');
  });

  it('[V3] catch a protected byte that was altered', () => {
    const altered: Engine = {
      ...engine,
      project: (conversation) => alterProtected(conversation, project(conversation)),
    };
    expect(objections(altered)).toContain('V3');
  });

  it('[R1] catch a reference whose origin is gone', () => {
    const careless = (conversation: Conversation): Conversation => ({
      ...conversation,
      folds: conversation.folds.map(({ origins: _origins, ...fold }) => fold),
    });
    const dangling: Engine = {
      ...engine,
      project(conversation) {
        const folds = new Map(conversation.folds.map((fold) => [fold.id, fold]));
        const view = project(careless(conversation));
        const rows = view.rows.map((row) =>
          row.kind === 'entry' ? { ...row, folds: row.folds.map((fold) => folds.get(fold.id) ?? fold) } : row,
        );
        return { ...view, rows };
      },
    };
    expect(objections(dangling, strategyOf('references', false, backReferences))).toContain('R1');
  });

  it('[B1] catch a request that overruns its budget', () => {
    const lazy: Engine = {
      ...engine,
      *condense(plan) {
        const outcome = yield* condenseLoop(plan);
        const conversation = { ...outcome.conversation, folds: outcome.conversation.folds.slice(0, -1) };
        return { ...outcome, conversation };
      },
    };
    expect(objections(lazy)).toContain('B1');
  });
});

function alterProtected(conversation: Conversation, view: View): View {
  const rows = view.rows.map((row) => {
    if (row.kind !== 'entry' || !conversation.protected.has(row.entry.id)) return row;
    const parts = row.message.parts.map((part) => (part.type === 'text' ? { ...part, text: `${part.text} ` } : part));
    return { ...row, message: { ...row.message, parts } };
  });
  return { ...view, rows };
}

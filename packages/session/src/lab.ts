import type { LabColumn, LabProbe, LabRequest, Preset } from '@tenfold/contract';
import { type Outcome, positionsOf } from '@tenfold/core';
import type { SessionId } from '@tenfold/store';
import type { LoadedSession, SessionLoader } from './conversation/load-session.ts';
import { measure } from './conversation/status.ts';
import type { Dependencies } from './dependencies.ts';
import type { KeptFacts } from './engine/opened-plan.ts';
import type { PlanSource } from './engine/plan-source.ts';
import { effectOf, estimateCost, paybackOf } from './folding/fold-cost.ts';
import { foldPlan } from './folding/fold-plan.ts';
import { rangeOf } from './folding/fold-range.ts';
import { withHidden } from './folding/hidden.ts';
import { presetRecipe, type Recipe, recipeFor } from './folding/recipe.ts';
import { createRunAnswerer } from './folding/run-answerer.ts';
import { askRoomOf, type Summarizer, summarizersFor } from './folding/summarizers.ts';
import { reasonOf } from './log.ts';
import type { Chooser } from './settings/choices.ts';
import type { Presets } from './settings/presets.ts';

/** All strategies on one's own transcript, side by side. Nothing is changed. */
export interface Lab {
  compare(session: SessionId, request?: LabRequest): Promise<readonly LabColumn[]>;
}

/** What the lab needs. */
export interface LabParts extends Pick<Dependencies, 'store' | 'log' | 'strategies' | 'engine' | 'meter' | 'now' | 'monotonic'> {
  readonly loader: SessionLoader;
  readonly chooser: Chooser;
  readonly presets: Presets;
  readonly send: typeof fetch;
}

/** Milliseconds one column may ask models for. */
const DEADLINE_MS = 60_000;

/** Stand-ins of a column that are shown, and letters of each. */
const SHOWN_FOLDS = 60;
const SHOWN_LETTERS = 8_000;

/** Facts that are looked for in every result, and letters of each that are shown. */
const PROBES = 12;
const PROBE_LETTERS = 300;

/** The lab over a store. */
export function createLab(parts: LabParts): Lab {
  return {
    async compare(session, request = {}) {
      const loaded = await withHidden(parts.store, await parts.loader.load(session));
      const wanted = await subjects(parts, loaded, request);
      const columns: LabColumn[] = [];
      for (const subject of wanted) columns.push(await tryRecipe(parts, loaded, subject, request));
      return columns;
    },
  };
}

interface Subject {
  readonly id: string;
  readonly name: string;
  readonly kind: LabColumn['kind'];
  /** @throws SessionError where a saved preset names a strategy that is not there: that is told in its column */
  recipe(): Recipe;
}

async function subjects(parts: LabParts, { choices }: LoadedSession, request: LabRequest): Promise<readonly Subject[]> {
  const named = request.strategies !== undefined || request.presets !== undefined;
  const ids = request.strategies ?? (named ? [] : parts.strategies.map(({ id }) => id));
  const presets = named ? await presetsNamed(parts, request.presets ?? []) : await parts.presets.list();
  const own = await Promise.all(
    ids.map(async (id): Promise<Subject> => {
      const recipe = await recipeFor({ strategy: id }, choices, parts);
      return { id, name: recipe.strategy.name, kind: 'strategy', recipe: () => recipe };
    }),
  );
  const saved = presets.map((preset): Subject => {
    return { id: preset.id, name: preset.name, kind: 'preset', recipe: () => presetRecipe(preset, parts.chooser) };
  });
  // Who names one is told at once.
  if (named) for (const { recipe } of saved) recipe();
  return [...own, ...saved];
}

function presetsNamed({ presets }: LabParts, ids: readonly string[]): Promise<readonly Preset[]> {
  return Promise.all(ids.map((id) => presets.get(id)));
}

async function tryRecipe(
  parts: LabParts,
  loaded: LoadedSession,
  { recipe, ...subject }: Subject,
  request: LabRequest,
): Promise<LabColumn> {
  const started = parts.monotonic();
  const took = () => Math.round(parts.monotonic() - started);
  try {
    return { ...subject, ...(await trial(parts, loaded, recipe(), request)), ms: took() };
  } catch (error) {
    return { ...subject, ...NOTHING, tokens: measure(loaded).used, ms: took(), error: reasonOf(error) };
  }
}

const NOTHING = {
  cost: null,
  payback: null,
  evidence: null,
  probes: null,
  free: true,
  estimated: false,
  folds: [],
  report: null,
} as const;

type Trial = Omit<LabColumn, 'id' | 'name' | 'kind' | 'ms' | 'error'>;

async function trial(parts: LabParts, loaded: LoadedSession, recipe: Recipe, request: LabRequest): Promise<Trial> {
  const { choices } = loaded;
  const summarizers = await summarizersFor(parts, parts.chooser, choices, { fast: false });
  const plan = foldPlan(loaded, {
    trigger: 'manual',
    request: request.target === undefined ? {} : { target: request.target },
    recipe,
    used: measure(loaded).used,
    askRoom: askRoomOf(summarizers),
    sent: null,
    degrade: true,
  });
  const { outcome, cost, effect, facts, asks, estimated } = await tryOut(parts, loaded, plan, summarizers, request);
  return {
    tokens: outcome.report.after,
    cost,
    payback: paybackOf(effect),
    evidence: facts?.evidence ?? null,
    probes: facts === null ? null : probed(facts),
    free: !asks,
    estimated,
    folds: shownFolds(outcome),
    report: outcome.report,
  };
}

/** Runs a plan for real where that costs nothing or is wished for, without keeping what it makes. */
async function tryOut(
  parts: LabParts,
  { choices }: LoadedSession,
  plan: PlanSource,
  summarizers: readonly Summarizer[],
  { run }: LabRequest,
) {
  const { chooser, send } = parts;
  const opened = parts.engine.open(plan);
  try {
    const { estimate, cost, effect } = await estimateCost(opened, choices, summarizers);
    const asks = estimate.asks > 0 && summarizers.length > 0;
    const estimated = asks && run !== true;
    if (estimated) return { outcome: estimate.outcome, cost, effect, facts: null, asks, estimated };
    const answerer = createRunAnswerer(parts, {
      chooser,
      choices,
      summarizers,
      send,
      fast: false,
      signal: new AbortController().signal,
      deadline: parts.monotonic() + DEADLINE_MS,
    });
    const outcome = await opened.condense(answerer.answer);
    const paid = answerer.cost();
    return {
      outcome,
      cost: paid,
      effect: await effectOf(opened, 'run', choices, paid ?? 0),
      facts: await opened.facts('run', PROBES),
      asks,
      estimated,
    };
  } finally {
    opened.close();
  }
}

function probed({ probes }: KeptFacts): readonly LabProbe[] {
  return probes.map(({ item: { kind, text, source }, isShown, isKept }) => ({
    kind,
    text: text.slice(0, PROBE_LETTERS).toWellFormed(),
    entry: isShown ? source.entry : null,
    position: source.position,
    kept: isKept,
  }));
}

function shownFolds({ folds, conversation }: Outcome): LabColumn['folds'] {
  const at = positionsOf(conversation.transcript);
  return [...folds]
    .sort((a, b) => b.before - b.after - (a.before - a.after))
    .slice(0, SHOWN_FOLDS)
    .map((fold) => {
      const { kind, before, after, text } = fold;
      return { kind, ...rangeOf(at, fold), before, after, text: text.slice(0, SHOWN_LETTERS).toWellFormed() };
    })
    .sort((a, b) => a.from - b.from);
}

import { addScores, type EvidenceScore, evidenceInView } from '@tenfold/core/evidence';
import type { Conversation } from '@tenfold/dialects';
import { type CondenseTerms, condenseConversation } from './condense-conversation.ts';
import { modelOf } from './model-choice.ts';
import type { Progress } from './progress.ts';
import { allRecipes, type Recipe } from './recipes.ts';

/** What one recipe makes of the conversations of a file, all of them added up. */
export interface Trial {
  readonly recipe: Recipe;
  readonly before: number;
  readonly after: number;
  readonly messagesBefore: number;
  readonly messagesAfter: number;
  readonly folds: number;
  readonly asks: number;
  /** Dollars for summaries; null when a price is not known. */
  readonly cost: number | null;
  /** Requests until it has paid for itself, null when prices are not known or it never does. */
  readonly payback: number | null;
  /** Dollars it saves over the turns to come, all costs taken off. */
  readonly net: number | null;
  /** True when it did not make the context fit by itself, so that the oldest messages were hidden too. */
  readonly floor: boolean;
  /** True when even that did not make it fit, or not meet its target. */
  readonly unmet: boolean;
  /** Facts of the conversations, by kind, and how many of them are still to be seen; null in a dry run, which has no text. */
  readonly evidence: EvidenceScore | null;
  readonly ms: number;
  readonly warnings: readonly string[];
}

type TrialTerms = Omit<CondenseTerms, 'recipe' | 'model'> & { readonly model?: string | undefined };

/** Tries one recipe on every conversation. */
export async function tryRecipe(conversations: readonly Conversation[], recipe: Recipe, terms: TrialTerms): Promise<Trial> {
  const runs = [];
  let evidence: EvidenceScore = {};
  const warnings = new Set<string>();
  for (const conversation of conversations) {
    const run = await condenseConversation(conversation, { ...terms, recipe, model: modelOf(conversation, terms.model) });
    const { before, after, outcome, ...told } = run;
    if (!terms.dryRun) evidence = addScores(evidence, evidenceInView(before, after));
    for (const warning of outcome.report.warnings) warnings.add(warning);
    const { passes: _, warnings: __, ...report } = outcome.report;
    // Of what it made nothing is kept: a file may have more conversations than there is room for.
    runs.push({ ...told, report, isUnmet: outcome.unmet !== null || report.unmet !== undefined });
  }
  const reports = runs.map(({ report }) => report);
  const effects = runs.flatMap(({ effect }) => effect ?? []);
  const known = effects.length === runs.length;
  const once = add(effects, ({ summarizer, rewrite }) => summarizer + rewrite);
  const perTurn = add(effects, (effect) => effect.perTurn);
  return {
    recipe,
    before: add(reports, ({ before }) => before),
    after: add(reports, ({ after }) => after),
    messagesBefore: add(reports, ({ messagesBefore }) => messagesBefore),
    messagesAfter: add(reports, ({ messagesAfter }) => messagesAfter),
    folds: add(reports, ({ folds }) => folds),
    asks: add(reports, ({ asks }) => asks),
    cost: runs.some(({ cost }) => cost === null) ? null : add(runs, ({ cost }) => cost ?? 0),
    payback: !known ? null : once <= 0 ? 0 : perTurn <= 0 ? null : Math.ceil(once / perTurn),
    net: known ? add(effects, ({ net }) => net) : null,
    floor: reports.some(({ means }) => means === 'floor'),
    unmet: runs.some(({ isUnmet }) => isUnmet),
    evidence: terms.dryRun ? null : evidence,
    ms: add(runs, ({ ms }) => ms),
    warnings: [...warnings],
  };
}

/** Tries every strategy and preset there is, and says which is being tried. */
export async function tryAll(
  conversations: readonly Conversation[],
  { strategies, ...terms }: TrialTerms & { readonly strategies?: string | undefined },
  progress: Progress,
): Promise<readonly Trial[]> {
  const trials: Trial[] = [];
  for (const recipe of await allRecipes(strategies)) {
    progress.say(`Trying ${recipe.name}...`);
    trials.push(await tryRecipe(conversations, recipe, terms));
  }
  return trials;
}

/** A trial as `--json` prints it. */
export function trialJson({ recipe, ms, ...numbers }: Trial) {
  return { id: recipe.id, name: recipe.name, kind: recipe.kind, ...numbers, ms: Math.round(ms * 10) / 10 };
}

function add<Item>(items: readonly Item[], number: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + number(item), 0);
}

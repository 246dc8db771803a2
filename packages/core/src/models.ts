/** Who said what a model's limits are. */
export type ModelSource = 'api' | 'manual' | 'default';

/** What the engine has to know about a model. Prices live with profiles. */
export interface Model {
  /** `provider:model`. */
  readonly id: string;
  readonly provider: string;
  readonly model: string;
  /** Tokens of input and answer together. */
  readonly window: number;
  /** The provider's own limit on input, where it is lower than the window leaves. */
  readonly maxInput?: number;
  readonly maxOutput: number;
  /** Hard watermark in percent of room; −1 inherits. */
  readonly threshold: number;
  /** Tokens of recent messages a fold leaves alone; −1 inherits. */
  readonly retention: number;
  /** Tokens to keep free for the answer, where fewer than `maxOutput` are enough. */
  readonly answerTokens?: number;
  readonly source: ModelSource;
}

/** Limits assumed for a model nobody has described. */
export const UNKNOWN_MODEL = { window: 128_000, maxInput: 128_000, maxOutput: 4_096, threshold: 95, retention: 1_000 } as const;

type Limits = readonly [id: string, window: number, maxOutput: number, threshold: number, retention: number];

const LIMITS: readonly Limits[] = [
  ['openai:gpt-5', 400_000, 128_000, 95, 2_000],
  ['openai:gpt-4o', 128_000, 16_384, 95, 1_000],
  ['openai:gpt-4o-mini', 128_000, 16_384, 95, 1_000],
  ['openai:gpt-4-turbo', 128_000, 4_096, 95, 1_000],
  ['anthropic:claude-sonnet-4-5-20250929', 200_000, 64_000, 95, 1_500],
  ['anthropic:claude-opus-4-1', 200_000, 4_096, 95, 1_500],
  ['anthropic:claude-haiku-4-5', 200_000, 64_000, 95, 1_500],
  ['anthropic:claude-3-5-sonnet-20241022', 200_000, 8_192, 95, 1_500],
  ['anthropic:claude-3-opus-20240229', 200_000, 4_096, 95, 1_500],
  ['anthropic:claude-3-haiku-20240307', 200_000, 4_096, 95, 1_500],
  ['google:gemini-2.5-pro', 1_048_576, 65_535, 98, 2_000],
  ['google:gemini-2.5-flash', 1_048_576, 65_535, 98, 2_000],
];

/** The models every store starts with. */
export const models: readonly Model[] = LIMITS.map(([id, window, maxOutput, threshold, retention]) => ({
  ...splitId(id),
  window,
  maxOutput,
  threshold,
  retention,
  source: 'default',
}));

const byId = new Map(models.map((model) => [model.id, model]));
const byName = new Map(models.map((model) => [bareName(model.model), model]));

/**
 * The described model with this id or bare name, undefined when there is none. Dates, `-latest`, router and cloud
 * prefixes do not matter: `azure:gpt-4o` and `bedrock:us.anthropic.claude-3-haiku-20240307-v1:0` have the limits of the model they serve.
 */
export function findModel(id: string): Model | undefined {
  const exact = byId.get(id);
  if (exact) return exact;
  const asked = splitId(id);
  const known = byName.get(bareName(asked.model));
  if (!known || asked.provider === '' || asked.provider === known.provider) return known;
  return { ...known, ...asked };
}

/** The described model, or the cautious fallback: 128,000 tokens in, 4,096 out. */
export function modelFor(id: string): Model {
  return findModel(id) ?? { ...splitId(id), ...UNKNOWN_MODEL, source: 'default' };
}

function splitId(id: string): Pick<Model, 'id' | 'provider' | 'model'> {
  const colon = id.indexOf(':');
  // A colon after a dot or digit belongs to a version (`…-v1:0`, `llama3.2:3b`), not to a provider.
  const provider = colon > 0 && /^[a-z][a-z-]*$/i.test(id.slice(0, colon)) ? id.slice(0, colon) : '';
  return { id, provider, model: provider === '' ? id : id.slice(colon + 1) };
}

function bareName(model: string): string {
  return model
    .toLowerCase()
    .replace(/^.*\//, '')
    .replace(/^(?:[a-z]{2,6}\.)?(?:anthropic|openai|google)\./, '')
    .replace(/-v\d+(?::\d+)?$/, '')
    .replace(/(?:-latest|[-@]\d{8}|-\d{4}-\d{2}-\d{2}|-preview-\d{2}-\d{2,4})$/, '');
}

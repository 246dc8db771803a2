import type { ImageCost } from './image-cost.ts';
import type { Factors } from './text-kind.ts';

/** How one family of models counts, as data: write your own and give it to `counterFor`. */
export interface ModelCounting {
  readonly family: string;
  /** Absent where the family's tokenizer is o200k_base: its counts are exact. */
  readonly factors?: Factors;
  /** Tokens around every request, and around every message of it. */
  readonly request: number;
  readonly perMessage: number;
  /** Tokens added once when tools are declared, and for each tool beside its definition. */
  readonly anyTools: number;
  readonly perTool: number;
  readonly image: ImageCost;
}

/** A family and the names of its models; the first that matches counts. */
export interface Family extends ModelCounting {
  readonly names: RegExp;
}

const CLAUDE_TO_4_6: Factors = {
  english: 1.09,
  latin: 1.35,
  stacked: 0.8,
  code: 1.176,
  json: 1.12,
  han: 1.36,
  kana: 1.1,
  hangul: 1.77,
  cyrillic: 1.38,
  greek: 1.6,
  arabic: 2.1,
  hebrew: 1.79,
  indic: 2.5,
  thai: 2.03,
  other: 1.19,
  codeSlope: 0.04,
};

/** The newer tokenizer differs in the Latin script alone. */
const CLAUDE_FROM_4_7: Factors = {
  ...CLAUDE_TO_4_6,
  english: 1.5,
  latin: 1.84,
  stacked: 0.85,
  code: 1.455,
  json: 1.32,
  other: 1.42,
  codeSlope: 0.1,
};

const GEMINI: Factors = {
  ...everywhere(1.1),
  english: 1.08,
  latin: 1.08,
  code: 1.15,
  json: 1.4,
  han: 0.84,
  kana: 0.84,
  hangul: 0.84,
};

/** The known families, most particular first. What no name matches is counted as `OTHER_MODELS`. */
export const FAMILIES: readonly Family[] = [
  {
    family: 'gpt-5',
    names: /\bgpt-?(?:[5-9]|[1-9]\d|oss)|\bcodex/i,
    request: 5,
    perMessage: 4,
    anyTools: 24,
    perTool: 6,
    image: { by: 'patches', side: 32, each: 1.2, most: 12_000 },
  },
  {
    family: 'gpt-4o',
    names: /\b(?:chat)?gpt-4(?:o|\.[1-9])|\bo[1-9](?:-|$)/i,
    request: 6,
    perMessage: 3,
    anyTools: 16,
    perTool: 6,
    image: { by: 'tiles', base: 85, each: 170 },
  },
  {
    family: 'gpt-4',
    names: /\bgpt-(?:4|3\.?5)|text-embedding/i,
    factors: everywhere(1.05),
    request: 3,
    perMessage: 4,
    anyTools: 16,
    perTool: 6,
    image: { by: 'tiles', base: 85, each: 170 },
  },
  {
    family: 'claude-5',
    names: /claude-(?:[a-z]+-)?(?:[5-9]|[1-9]\d)(?!\d)/i,
    factors: CLAUDE_FROM_4_7,
    request: 3,
    perMessage: 3,
    anyTools: 457,
    perTool: 53,
    image: { by: 'patches', side: 28, each: 1, most: 4_784 },
  },
  {
    family: 'claude-4.7',
    names: /claude-(?:[a-z]+-)?4[-.](?:[7-9]|[1-9]\d)(?!\d)/i,
    factors: CLAUDE_FROM_4_7,
    request: 8,
    perMessage: 3,
    anyTools: 457,
    perTool: 53,
    image: { by: 'patches', side: 28, each: 1, most: 4_784 },
  },
  {
    family: 'claude',
    names: /claude/i,
    factors: CLAUDE_TO_4_6,
    request: 5,
    perMessage: 2,
    anyTools: 457,
    perTool: 53,
    image: { by: 'patches', side: 28, each: 1, most: 1_568 },
  },
  {
    family: 'gemini',
    names: /gemini|gemma/i,
    factors: GEMINI,
    request: 0,
    perMessage: 0,
    anyTools: 0,
    perTool: 0,
    image: { by: 'image', each: 1_090 },
  },
];

/** A cautious guess for models nobody has measured: most vocabularies of today need a little more than o200k. */
export const OTHER_MODELS: ModelCounting = {
  family: 'other',
  factors: everywhere(1.15),
  request: 4,
  perMessage: 4,
  anyTools: 24,
  perTool: 8,
  image: { by: 'patches', side: 28, each: 1, most: 4_784 },
};

/** The counting of the model with this name; a provider's prefix or suffix does not matter. */
export function countingOf(model: string): ModelCounting {
  return FAMILIES.find((family) => family.names.test(model)) ?? OTHER_MODELS;
}

function everywhere(factor: number): Factors {
  return {
    english: factor,
    latin: factor,
    stacked: factor,
    code: factor,
    json: factor,
    han: factor,
    kana: factor,
    hangul: factor,
    cyrillic: factor,
    greek: factor,
    arabic: factor,
    hebrew: factor,
    indic: factor,
    thai: factor,
    other: factor,
    codeSlope: 0,
  };
}

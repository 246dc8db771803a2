import {
  type AnyStrategy,
  batchPass,
  type Draft,
  fields,
  individualPass,
  native,
  type Pass,
  resultText,
  schemaOf,
  strategies,
} from '@tenfold/core';

/** A strategy under one config, as the law suite draws it. */
export interface Tried {
  readonly name: string;
  readonly strategy: AnyStrategy;
  readonly config: object;
}

const always = { type: 'always' } as const;

/** A strategy of these passes and no settings. */
export function strategyOf(id: string, asks: boolean, ...passes: readonly Pass[]): AnyStrategy {
  return {
    ...native,
    id,
    name: id,
    capabilities: { ...native.capabilities, supportsLLMSummarization: asks },
    config: schemaOf(fields({}), {}),
    passes: () => passes,
  };
}

/** Results that stood above word for word become references, pairs of empty ones a group: what only Lossless does otherwise. */
export const backReferences: Pass = {
  id: 'back-references',
  name: 'Refer back',
  when: always,
  propose({ view, seams, hash }) {
    const seen = new Map<string, { entry: string; part: number }>();
    const drafts: Draft[] = [];
    for (const row of view.rows) {
      if (row.kind !== 'entry') continue;
      row.message.parts.forEach((part, index) => {
        if (part.type !== 'tool-result' || row.folds.length > 0) return;
        for (const line of [resultText(part), resultText(part).slice(0, 40)]) {
          const origin = seen.get(line);
          if (origin === undefined) seen.set(line, { entry: row.entry.id, part: index });
          else if (!seams.fixed(row.index) && row.index < seams.newest) {
            const target = { kind: 'part', entry: row.entry.id, index } as const;
            const origins = [{ type: 'tool_result', ...origin, hash: hash(line) }] as const;
            const group = drafts.length % 3 === 0 ? {} : { group: `pair ${Math.floor(drafts.length / 2)}` };
            drafts.push({ target, kind: 'reference', body: '⟨ see above ⟩', lossless: line.length > 40, origins, ...group });
            return;
          }
        }
      });
    }
    return drafts;
  },
};

/** Every old message shortened by a model, one by one. */
const shortenEach = individualPass({
  id: 'shorten-each',
  name: 'Shorten',
  when: always,
  selection: { type: 'preserve_percent', keepPercentage: 20 },
  operationsFor: () => ({
    messageText: { operation: 'summarize', summarize: { maxTokens: 40 } },
    toolParameters: { operation: 'summarize', summarize: { maxTokens: 30 } },
    toolResults: { operation: 'summarize', summarize: {} },
  }),
});

const suppressEach = individualPass({
  id: 'suppress-each',
  name: 'Suppress',
  when: { type: 'conditional', tokenThreshold: 200 },
  selection: { type: 'custom', custom: { minTokens: 20, olderThan: 3 } },
  operationsFor: ({ index }) => ({
    messageText: index % 2 === 0 ? { operation: 'keep' } : { operation: 'truncate', truncate: { maxChars: 30 } },
    toolParameters: { operation: 'suppress' },
    toolResults: { operation: 'suppress' },
  }),
});

const middle = batchPass({
  id: 'middle',
  name: 'Summarize the middle',
  when: always,
  selection: { type: 'preserve_recent', keepRecentCount: 2 },
  keepFirst: 2,
  keepLast: 1,
});

const toolWork = batchPass({
  id: 'tool-work',
  name: 'Summarize tool work',
  when: always,
  selection: { type: 'custom', custom: { roles: ['assistant', 'tool'] } },
});

const own = [
  strategyOf('back-references', false, backReferences, suppressEach),
  strategyOf('shorten-each', true, shortenEach),
  strategyOf('middle', true, backReferences, middle),
  strategyOf('tool-work', true, suppressEach, toolWork, shortenEach),
];

/** Configs worth drawing beside the defaults, by strategy. */
const configs: Readonly<Record<string, readonly object[]>> = {
  native: [{ retainTokens: 0 }, { maxTokens: 50, template: 'coding', detail: 'concise' }],
  truncation: [
    { truncationMode: 'suppress', preserveRecentCount: 0 },
    {
      preserveRecentCount: 2,
      maxToolResultLines: 1,
      maxToolParamChars: 10,
      preserveUserMessages: false,
      preserveAssistantText: false,
    },
    { preserveRecentCount: 0, maxToolResultLines: 0, maxToolParamChars: 0 },
  ],
};

/** Every registered strategy under its defaults and the configs above, and passes of our own that do what none of them does. */
export const tried: readonly Tried[] = [
  ...strategies.flatMap((strategy) =>
    [{}, ...(configs[strategy.id] ?? [])].map((config) => ({ name: strategy.id, strategy, config })),
  ),
  ...own.map((strategy) => ({ name: strategy.id, strategy, config: {} })),
];

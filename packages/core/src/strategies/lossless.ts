import { keepingLiterals } from '../lossless/literal.ts';
import { consolidationPass } from '../lossless/passes/consolidation.ts';
import { deltasPass } from '../lossless/passes/deltas.ts';
import { guttersPass, jsonPass, pathsPass, repeatsPass } from '../lossless/passes/layouts.ts';
import { lineRunsPass } from '../lossless/passes/line-runs.ts';
import { noisePass } from '../lossless/passes/noise.ts';
import { obsoletePass } from '../lossless/passes/obsolete.ts';
import { repeatedReadsPass } from '../lossless/passes/repeated-reads.ts';
import { COMMON_TOOLS, type ToolKind, type ToolTable } from '../lossless/tool-kinds.ts';
import type { Pass } from '../pass.ts';
import { choice, fields, flag, list, schemaOf, words } from '../shape.ts';
import type { Strategy } from '../strategy.ts';

/** What Lossless may do. */
export interface LosslessConfig {
  readonly deduplicateFileReads: boolean;
  readonly consolidateToolResults: boolean;
  readonly compactLayout: boolean;
  /** Takes out what no longer holds. Only recall and undo bring it back, so it is off unless chosen. */
  readonly removeObsoleteState: boolean;
  /** Tools beside the common ones, or other kinds for those. */
  readonly tools: readonly { readonly name: string; readonly kind: ToolKind }[];
}

const shape = fields({
  deduplicateFileReads: flag({
    title: 'Repeated reads',
    description: 'What was read before is referred to instead of repeated: whole files, ranges, and lines anywhere.',
  }),
  consolidateToolResults: flag({
    title: 'Repeated operations',
    description: 'Lists, searches and commands that answered the same again refer to the first answer.',
  }),
  compactLayout: flag({
    title: 'Compact layout',
    description:
      'Line numbers, repeated lines, shared paths and JSON are written down shorter, so that they can be put back exactly.',
  }),
  removeObsoleteState: flag({
    title: 'Remove obsolete state',
    description:
      'Takes out old reads of files that were read again or edited later, older runs of the same command, and terminal noise. Undo and recall bring it back.',
  }),
  tools: list(
    fields({
      name: words({ title: 'Tool', description: 'Name of the tool.' }, (name) =>
        name === '' ? 'Give the name of a tool.' : null,
      ),
      kind: choice(['read', 'list', 'search', 'execute', 'edit'], { title: 'Kind', description: 'What the tool does.' }),
    }),
    { title: 'Own tools', description: 'What tools do that are not among the common ones.' },
  ),
});

const defaults: LosslessConfig = {
  deduplicateFileReads: true,
  consolidateToolResults: true,
  compactLayout: true,
  removeObsoleteState: false,
  tools: [],
};

/** Says nothing twice: repetition and layout are folded so that a reader of the view can rebuild every byte. No model is asked. */
export const lossless: Strategy<LosslessConfig> = {
  id: 'lossless',
  name: 'Lossless',
  description: 'Says nothing twice: repeated reads, lines and layout become references. Nothing is lost, free and fast.',
  version: '1.0.0',
  capabilities: {
    supportsLossless: true,
    supportsBatchMode: false,
    supportsIndividualMode: true,
    supportsMultiPass: true,
    supportsLLMSummarization: false,
    estimatedSpeed: 'fast',
  },
  config: schemaOf(shape, defaults),
  passes(config) {
    const tools = toolTable(config);
    return passesFor(config, tools).map((pass) => keepingLiterals(pass, tools));
  },
};

/** Obsolete state goes first, so that nothing refers to it; folds that need nothing in view stand below those that do. */
function passesFor(config: LosslessConfig, tools: ToolTable): readonly Pass[] {
  return [
    ...(config.removeObsoleteState ? [obsoletePass(tools), noisePass(tools)] : []),
    ...(config.deduplicateFileReads ? [repeatedReadsPass(tools)] : []),
    ...(config.consolidateToolResults ? [consolidationPass(tools)] : []),
    ...(config.compactLayout ? [guttersPass(tools), repeatsPass(tools), jsonPass(tools)] : []),
    ...(config.deduplicateFileReads ? [deltasPass(tools), lineRunsPass(tools)] : []),
    ...(config.compactLayout ? [pathsPass(tools)] : []),
  ];
}

function toolTable({ tools }: LosslessConfig): ToolTable {
  if (tools.length === 0) return COMMON_TOOLS;
  return { ...COMMON_TOOLS, ...Object.fromEntries(tools.map(({ name, kind }) => [name.toLowerCase(), kind])) };
}

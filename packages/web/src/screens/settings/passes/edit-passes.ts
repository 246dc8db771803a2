import type { SmartConfig, SmartOperation, SmartPass, SmartSelection } from '@tenfold/core';

const KEEP: SmartOperation = { operation: 'keep' };

/** A pass that does no harm until it is told more: old tool results keep their first lines. */
function freshPass(id: string): SmartPass {
  return {
    id,
    name: 'New pass',
    selection: { type: 'preserve_recent', keepRecentCount: 20 },
    mode: 'individual',
    individualConfig: {
      defaults: {
        messageText: KEEP,
        toolParameters: KEEP,
        toolResults: { operation: 'truncate', params: { truncate: { maxLines: 20 } } },
      },
    },
    execution: { type: 'always' },
  };
}

/** A name no other pass has: `pass`, `pass-2`, `pass-3`… */
export function freeId(passes: readonly SmartPass[], wanted: string): string {
  const taken = new Set(passes.map(({ id }) => id));
  if (!taken.has(wanted)) return wanted;
  let number = 2;
  while (taken.has(`${wanted}-${number}`)) number++;
  return `${wanted}-${number}`;
}

/** Adds a pass at the end and says which. */
export function addPass(config: SmartConfig): { readonly config: SmartConfig; readonly id: string } {
  const id = freeId(config.passes, 'pass');
  return { id, config: { ...config, passes: [...config.passes, freshPass(id)] } };
}

/** Adds a copy right after a pass and says which. */
export function duplicatePass(config: SmartConfig, id: string): { readonly config: SmartConfig; readonly id: string } {
  const at = config.passes.findIndex((pass) => pass.id === id);
  const pass = config.passes[at];
  if (pass === undefined) return { config, id };
  const copy = { ...structuredClone(pass), id: freeId(config.passes, id), name: `${pass.name} (copy)` };
  return { id: copy.id, config: { ...config, passes: config.passes.toSpliced(at + 1, 0, copy) } };
}

/** Takes a pass out. */
export function removePass(config: SmartConfig, id: string): SmartConfig {
  return { ...config, passes: config.passes.filter((pass) => pass.id !== id) };
}

/** Puts the pass at one place to another; places that do not exist change nothing. */
export function movePass(config: SmartConfig, from: number, to: number): SmartConfig {
  const pass = config.passes[from];
  if (pass === undefined || to < 0 || to >= config.passes.length || from === to) return config;
  return { ...config, passes: config.passes.toSpliced(from, 1).toSpliced(to, 0, pass) };
}

/** Replaces a pass. */
export function changePass(config: SmartConfig, id: string, change: (pass: SmartPass) => SmartPass): SmartConfig {
  return { ...config, passes: config.passes.map((pass) => (pass.id === id ? change(pass) : pass)) };
}

/** Switches the mode; what the other mode was told is put aside in the form, not in the config. */
export function withMode(pass: SmartPass, mode: SmartPass['mode']): SmartPass {
  const { batchConfig, individualConfig, ...rest } = pass;
  const fresh = freshPass(pass.id).individualConfig;
  return mode === 'batch'
    ? {
        ...rest,
        mode,
        batchConfig: batchConfig ?? { operation: 'summarize', summarizationConfig: { keepFirst: 0, keepLast: 0 } },
      }
    : ({
        ...rest,
        mode,
        ...((individualConfig ?? fresh) === undefined ? {} : { individualConfig: individualConfig ?? fresh }),
      } as SmartPass);
}

/** A selection of another kind, with numbers to begin with. */
export function selectionOf(type: SmartSelection['type']): SmartSelection {
  if (type === 'preserve_recent') return { type, keepRecentCount: 20 };
  return type === 'preserve_percent' ? { type, keepPercentage: 25 } : { type, custom: { olderThan: 10 } };
}

/** A config whose passes can be told apart: repeated ids get a number. */
export function withOwnIds(config: SmartConfig): SmartConfig {
  const passes: SmartPass[] = [];
  for (const pass of config.passes) passes.push({ ...pass, id: freeId(passes, pass.id) });
  return { ...config, passes };
}

import type { JsonObject, SmartConfig, SmartOperation, SmartPass, SmartSelection } from '@tenfold/core';
import { valueAt, withValueAt } from '../form/path.ts';

/** Leaves content as it is. */
export const KEEP: SmartOperation = { operation: 'keep' };

/** A pass that does no harm until more is set: old tool results keep their first lines. */
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

/** Switches the mode; what the other mode was set to is put aside in the form, not in the config. */
function withMode(pass: SmartPass, mode: SmartPass['mode']): SmartPass {
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
function selectionOf(type: SmartSelection['type']): SmartSelection {
  if (type === 'preserve_recent') return { type, keepRecentCount: 20 };
  return type === 'preserve_percent' ? { type, keepPercentage: 25 } : { type, custom: { olderThan: 10 } };
}

/** A pass with one field set, by its path. What hangs on a choice changes with it. */
export function withPassField(pass: SmartPass, path: string, value: unknown): SmartPass {
  if (path === 'selection.type') return { ...pass, selection: selectionOf(value as SmartSelection['type']) };
  if (path === 'mode') return withMode(pass, value as SmartPass['mode']);
  if (path === 'execution.type')
    return {
      ...pass,
      execution: value === 'always' ? { type: 'always' } : { type: 'conditional', condition: { tokenThreshold: 50_000 } },
    };
  if (path === 'batchConfig.operation')
    return withValueAt(pass, 'batchConfig', {
      summarizationConfig: { keepFirst: 0, keepLast: 0 },
      ...pass.batchConfig,
      operation: value,
    });
  if (path.endsWith('.operation')) {
    const at = path.slice(0, -'.operation'.length);
    return withValueAt(
      pass,
      at,
      operationOf(value as SmartOperation['operation'], valueAt(pass, at) as SmartOperation | undefined),
    );
  }
  return withValueAt(pass, path, path.endsWith('.customPrompt') && value === '' ? null : value);
}

/** Another operation, with what was set before where it is the same kind. */
function operationOf(operation: SmartOperation['operation'], before?: SmartOperation): SmartOperation {
  if (operation === 'truncate') return { operation, params: { truncate: before?.params?.truncate ?? { maxLines: 20 } } };
  return operation === 'summarize' ? { operation, params: { summarize: before?.params?.summarize ?? {} } } : { operation };
}

/** A config of Smart as it is saved; the server keeps none that is not right. */
export function smartConfig(saved: JsonObject): SmartConfig {
  // Believed: the server checked it before it was saved.
  return saved as unknown as SmartConfig;
}

/** A config whose passes can be told apart: repeated ids get a number. */
export function withOwnIds(config: SmartConfig): SmartConfig {
  const passes: SmartPass[] = [];
  for (const pass of config.passes) passes.push({ ...pass, id: freeId(passes, pass.id) });
  return { ...config, passes };
}

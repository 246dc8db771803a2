import { type JsonObject, presets, type SmartConfig, smart, smartDefaults } from '@tenfold/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addPass, changePass, duplicatePass, freeId, movePass, removePass, withOwnIds, withPassField } from './edit-passes.ts';

const ids = ({ passes }: SmartConfig) => passes.map(({ id }) => id);
const many = fc.integer({ min: 1, max: 6 }).map((count) => {
  let config: SmartConfig = { passes: [] };
  for (let i = 0; i < count; i++) config = addPass(config).config;
  return config;
});

const OPERATIONS = ['keep', 'suppress', 'truncate', 'summarize'];

describe('editing passes', () => {
  it('keeps every config right and every id its own, whatever is done', () => {
    const step = fc.constantFrom(
      'add',
      'copy',
      'remove',
      'move',
      'batch',
      'individual',
      'percent',
      'custom',
      'condition',
      'operation',
    );
    fc.assert(
      fc.property(
        fc.constantFrom(smartDefaults, ...presets.map(({ config }) => config)),
        fc.array(fc.tuple(step, fc.nat(9), fc.nat(9))),
        (start, steps) => {
          let config = start;
          for (const [what, a, b] of steps) {
            const id = ids(config)[a % Math.max(1, config.passes.length)] ?? '';
            if (what === 'add') config = addPass(config).config;
            else if (what === 'copy') config = duplicatePass(config, id).config;
            else if (what === 'remove') config = removePass(config, id);
            else if (what === 'move') config = movePass(config, a, b);
            else if (what === 'percent')
              config = changePass(config, id, (pass) => withPassField(pass, 'selection.type', 'preserve_percent'));
            else if (what === 'custom')
              config = changePass(config, id, (pass) => withPassField(pass, 'selection.type', 'custom'));
            else if (what === 'condition')
              config = changePass(config, id, (pass) => withPassField(pass, 'execution.type', b % 2 ? 'conditional' : 'always'));
            else if (what === 'operation')
              config = changePass(config, id, (pass) =>
                pass.mode === 'batch'
                  ? withPassField(pass, 'batchConfig.operation', b % 2 ? 'keep' : 'summarize')
                  : withPassField(pass, 'individualConfig.defaults.toolResults.operation', OPERATIONS[b % OPERATIONS.length]),
              );
            else config = changePass(config, id, (pass) => withPassField(pass, 'mode', what));
          }
          expect(smart.config.validate(config as unknown as JsonObject)).toEqual([]);
          expect(new Set(ids(config)).size).toBe(config.passes.length);
        },
      ),
    );
  });
  it('moves one pass and leaves the others in order', () => {
    fc.assert(
      fc.property(many, fc.integer({ min: -1, max: 7 }), fc.integer({ min: -1, max: 7 }), (config, from, to) => {
        const moved = ids(movePass(config, from, to));
        const length = config.passes.length;
        if (from < 0 || to < 0 || from >= length || to >= length) {
          expect(moved).toEqual(ids(config));
          return;
        }
        const id = ids(config)[from];
        expect(moved[to]).toBe(id);
        expect(moved.filter((one) => one !== id)).toEqual(ids(config).filter((one) => one !== id));
      }),
    );
  });
  it('copies beside the original under a name of its own', () => {
    const { config, id } = duplicatePass(smartDefaults, 'old-results');
    expect(ids(config)).toEqual(['old-results', 'old-results-2', 'summary']);
    expect(config.passes.find((pass) => pass.id === id)?.name).toBe('Truncate (copy)');
    expect(freeId(config.passes, 'old-results')).toBe('old-results-3');
  });
  it('tells passes of a foreign file apart', () => {
    const pass = smartDefaults.passes[0] as SmartConfig['passes'][number];
    expect(ids(withOwnIds({ passes: [pass, pass, pass] }))).toEqual(['old-results', 'old-results-2', 'old-results-3']);
  });
});

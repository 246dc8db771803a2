import { type SmartPass, smartDefaults } from '@tenfold/core';
import { describe, expect, it } from 'vitest';
import { batchFields, conditionFields, NAME_FIELDS, operationFields, positionField, selectionFields } from './pass-fields.ts';

const [pass] = smartDefaults.passes as readonly [SmartPass];
const TYPES = [
  { type: 'preserve_recent', keepRecentCount: 1 },
  { type: 'preserve_percent', keepPercentage: 1 },
  { type: 'custom', custom: {} },
] as const;
const fields = [
  ...NAME_FIELDS,
  ...TYPES.flatMap((selection) => selectionFields({ ...pass, selection })),
  ...batchFields({ ...pass, mode: 'batch', batchConfig: { operation: 'summarize' } }),
  ...(['truncate', 'summarize'] as const).flatMap((operation) =>
    operationFields('Tool results', 'individualConfig.defaults.toolResults', { operation }),
  ),
  ...conditionFields({ ...pass, execution: { type: 'conditional', condition: { tokenThreshold: 1 } } }),
  positionField(3),
];

describe('the fields of a pass', () => {
  it.each(fields.map(({ name, label, help = '' }) => [name, label, help]))('%s is called and explained', (_, label, help) => {
    expect(label).toMatch(/^[A-Z]/);
    expect(help).not.toMatch(/undefined/);
  });

  it('are called as the strategy calls them', () => {
    expect(positionField(3)).toMatchObject({ label: 'Message', help: 'Position in the transcript; the first is 0.' });
  });
});

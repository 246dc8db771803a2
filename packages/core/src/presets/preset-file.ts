import { lengthProblem, MAX_DESCRIPTION, MAX_NAME } from '../shape.ts';
import { findStrategy, strategies } from '../strategies/registry.ts';
import { type SmartConfig, smart, spelledOut } from '../strategies/smart.ts';
import type { AnyStrategy, FieldProblem } from '../strategy.ts';

/** Version of the file format; a newer one is refused, older ones are read. */
export const PRESET_VERSION = 1;

/** A preset as it is saved, exported and imported. */
export interface PresetFile {
  readonly format: 'tenfold-preset';
  readonly version: number;
  readonly name: string;
  readonly description?: string;
  readonly strategy: string;
  readonly config: object;
}

/** Text that is no preset, with what is wrong, field by field. */
export class InvalidPreset extends Error {
  override readonly name = 'InvalidPreset';
  readonly problems: readonly FieldProblem[];
  constructor(problems: readonly FieldProblem[]) {
    super(
      `This is no preset that can be used; nothing was changed. ${problems.map(({ field, message }) => `${field || 'file'}: ${message}`).join(' ')}`,
    );
    this.problems = problems;
  }
}

/** A preset as text, ready to be written to a file. */
export function writePreset(preset: Omit<PresetFile, 'format' | 'version'>): string {
  return `${JSON.stringify({ format: 'tenfold-preset', version: PRESET_VERSION, ...preset }, null, 2)}\n`;
}

/** Reads a preset from text. Every field is checked, the config by its strategy's own schema. */
export function readPreset(text: string, among: readonly AnyStrategy[] = strategies): PresetFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new InvalidPreset([{ field: '', message: 'It is not JSON.' }]);
  }
  const problems = headProblems(value, among);
  if (problems.length > 0) throw new InvalidPreset(problems);
  const preset = value as PresetFile;
  const wrong = findStrategy(preset.strategy, among).config.validate(preset.config);
  if (wrong.length > 0)
    throw new InvalidPreset(wrong.map(({ field, message }) => ({ field: field === '' ? 'config' : `config.${field}`, message })));
  if (preset.strategy !== smart.id || !('passes' in preset.config)) return preset;
  return { ...preset, config: spelledOut(preset.config as SmartConfig) };
}

const LONGEST = [
  ['name', MAX_NAME],
  ['description', MAX_DESCRIPTION],
] as const;

function headProblems(file: unknown, among: readonly AnyStrategy[]): readonly FieldProblem[] {
  const value: Partial<PresetFile> = typeof file === 'object' && file !== null ? file : {};
  if (value.format !== 'tenfold-preset') return [{ field: 'format', message: 'It must say "tenfold-preset".' }];
  const problems: FieldProblem[] = [];
  if (!Number.isInteger(value.version) || (value.version as number) < 1)
    problems.push({ field: 'version', message: 'It must be a whole number.' });
  else if ((value.version as number) > PRESET_VERSION)
    problems.push({
      field: 'version',
      message: `It was written by a newer Tenfold (version ${value.version}); this one reads up to ${PRESET_VERSION}.`,
    });
  if (typeof value.name !== 'string' || value.name.trim() === '')
    problems.push({ field: 'name', message: 'It must not be empty.' });
  for (const [field, most] of LONGEST) {
    const said: unknown = value[field] ?? '';
    const message = typeof said === 'string' ? lengthProblem(said, most) : 'This must be text.';
    if (message !== null) problems.push({ field, message });
  }
  if (!among.some((strategy) => strategy.id === value.strategy))
    problems.push({ field: 'strategy', message: `It must be one of ${among.map(({ id }) => id).join(', ')}.` });
  if (value.config === null || typeof value.config !== 'object')
    problems.push({ field: 'config', message: 'It must be an object.' });
  return problems;
}

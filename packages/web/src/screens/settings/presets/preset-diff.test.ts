import type { Preset } from '@tenfold/contract';
import { presets, writePreset } from '@tenfold/core';
import { describe, expect, it } from 'vitest';
import { fileName, presetText, readPresetFile } from './preset-diff.ts';

const speed = presets[0] as (typeof presets)[number];
const own = { id: 'own', name: 'Mine', description: '', strategy: 'smart', config: {}, builtIn: false, version: 1 } as Preset;

describe('a preset file', () => {
  it('is read before anything is taken over, and says what it would replace', () => {
    const text = writePreset({ name: 'Mine', strategy: 'smart', config: speed.config });
    expect(readPresetFile(text, [own])).toMatchObject({ ok: true, replaces: own });
    expect(readPresetFile(text, [{ ...own, builtIn: true }])).toMatchObject({ ok: true, replaces: null });
  });
  it('names the fields that are wrong', () => {
    const read = readPresetFile(writePreset({ name: '', strategy: 'native', config: { detail: 'chatty' } }), []);
    expect(read.ok).toBe(false);
    expect(read.ok || read.problems.map(({ field }) => field)).toEqual(['name']);
    expect(readPresetFile('{', []).ok).toBe(false);
  });
  it('compares what is said, not the order it is said in', () => {
    expect(presetText({ ...own, config: { a: [{ c: 1, b: 2 }], d: null } })).toBe(
      presetText({ ...own, config: { d: null, a: [{ b: 2, c: 1 }] } }),
    );
  });
  it('is called after its preset', () => {
    expect(fileName('My Preset: é!')).toBe('my-preset-e.tenfold-preset.json');
    expect(fileName('日本')).toBe('preset.tenfold-preset.json');
  });
});

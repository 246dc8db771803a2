import type { Json, JsonObject } from '@tenfold/core';
import { turnsDuring } from '@tenfold/store/testing';
import { expect, it } from 'vitest';
import type { SessionError } from '../session-error.ts';
import { bench } from '../testing/bench.ts';

const wide = Object.fromEntries(Array.from({ length: 9_999 }, (_, n) => [`f${n}`, 1]));
const many: readonly JsonObject[] = Array.from({ length: 38 }, () => ({ ...wide }));
const preset = (id: number, config: JsonObject) => ({ id: `p${id}`, name: 'x', version: 1, config });
const profile = (id: number, config: JsonObject) => ({
  id: `p${id}`,
  name: 'x',
  provider: 'openai',
  model: 'm',
  baseUrl: null,
  config,
});

/** Files of 4 MB. */
const FILES: readonly (readonly [what: string, part: JsonObject, said: RegExp])[] = [
  [
    'a preset of wide passes',
    { presets: [preset(1, { strategy: 'smart', config: { passes: many } })] },
    /config: This holds more/,
  ],
  [
    'wide presets',
    { presets: many.map((config, n) => preset(n, { strategy: 'smart', config })) },
    /There is no setting of this name/,
  ],
  ['a preset with what nobody knows', { presets: [preset(1, { junk: many })] }, /config: This holds more/],
  ['wide options', { profiles: many.map((options, n) => profile(n, { options })) }, /This must be text/],
  ['a profile with what nobody knows', { profiles: [profile(1, { junk: many })] }, /config: This holds more/],
  [
    'a thousand presets of 4 KB',
    {
      presets: Array.from({ length: 1_000 }, (_, n) =>
        preset(n, { strategy: 'nobody', config: { customPrompt: 'x'.repeat(4_000) } }),
      ),
    },
    /must be one of/,
  ],
];

it.each(FILES)('a settings file with %s is refused in few words, and holds nobody up', async (_, part, said) => {
  const { tenfold } = await bench();
  const file: JsonObject = { ...((await tenfold.settings.exportFile()) as JsonObject), ...part };
  const begun = process.cpuUsage();
  const { turns } = await turnsDuring(async () => {
    const asked = tenfold.settings.importFile(file as Json);
    const { message, facts } = await asked.then(
      () => expect.unreachable(),
      (error: SessionError) => error,
    );
    expect(message).toMatch(said);
    expect(JSON.stringify(facts).length).toBeLessThan(40_000);
  });
  // Where it took less than a turn, that was all of it.
  const { user, system } = process.cpuUsage(begun);
  expect((user + system) / 1_000 / (turns + 1)).toBeLessThan(50);
});

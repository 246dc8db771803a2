import { describe, expect, it } from 'vitest';
import { Upstream } from '../../../../tests/upstream/upstream.ts';
import { bench } from '../testing/bench.ts';
import { talkWith } from '../testing/talk-with.ts';

describe('settings', () => {
  it('say where each value in force comes from, and apply at once', async () => {
    const { tenfold, session, profile } = await talkWith('google', 'gemini-2.5-pro');
    const from = async (key: string) => (await tenfold.settings.effective(session)).values.find((value) => value.key === key);
    expect(await from('hard')).toMatchObject({
      value: 98,
      from: 'model',
      title: expect.any(String),
      description: expect.any(String),
    });
    await tenfold.settings.change({ soft: 60, strategy: 'lossless' });
    expect(await from('soft')).toMatchObject({ value: 60, from: 'global' });
    expect(await from('strategy')).toMatchObject({ value: 'lossless', from: 'global' });
    await tenfold.profiles.update(profile, { thresholds: { soft: 40, hard: 'inherit' } });
    expect(await from('soft')).toMatchObject({ value: 40, from: 'profile' });
    await tenfold.sessions.update(session, { settings: { soft: 'off', strategy: 'truncation' } });
    expect(await from('soft')).toMatchObject({ value: 'off', from: 'session' });
    expect(await from('strategy')).toMatchObject({ value: 'truncation', from: 'session' });
    expect((await tenfold.contexts.status(session)).soft.from).toBe('session');
    await tenfold.sessions.update(session, { settings: { soft: null, strategy: null } });
    expect(await from('soft')).toMatchObject({ from: 'profile' });
  });

  it('take a strategy from the project', async () => {
    const { tenfold } = await bench();
    const project = await tenfold.projects.create({ name: 'Billing', strategy: 'truncation' });
    const { id } = await tenfold.sessions.create({ kind: 'project', projectId: project.id });
    const { values } = await tenfold.settings.effective(id);
    expect(values.find(({ key }) => key === 'strategy')).toMatchObject({ value: 'truncation', from: 'project' });
    expect((await tenfold.projects.list())[0]).toMatchObject({ sessions: 1 });
    await tenfold.projects.update(project.id, { strategy: null });
    expect((await tenfold.settings.effective(id)).values.find(({ key }) => key === 'strategy')).toMatchObject({
      from: 'default',
    });
    expect(await tenfold.projects.remove(project.id)).toEqual({ sessions: [id] });
    await expect(tenfold.sessions.get(id)).rejects.toMatchObject({ code: 'not-found' });
    await expect(tenfold.projects.create({ name: ' ', strategy: 'magic' })).rejects.toMatchObject({ code: 'invalid-request' });
  });

  it('refuse all of a change when anything is wrong', async () => {
    const { tenfold } = await bench();
    await expect(tenfold.settings.change({ soft: 50, hard: 3, magic: true, customPrompt: 'no slot' })).rejects.toMatchObject({
      code: 'invalid-request',
      facts: { problems: [{ field: 'hard' }, { field: 'magic' }, { field: 'customPrompt' }] },
    });
    expect(await tenfold.settings.global()).toEqual({});
    const { id } = await tenfold.sessions.create({});
    await expect(tenfold.sessions.update(id, { settings: { floor: 5 } })).rejects.toMatchObject({ code: 'invalid-request' });
  });

  it('are refused in a few words where a file has very many of them', async () => {
    const { tenfold } = await bench();
    const file = (profiles: number) => ({
      format: 'tenfold-settings',
      version: 1,
      profiles: Array.from({ length: profiles }, () => ({})),
    });
    const faultsOf = (profiles: number) =>
      tenfold.settings
        .importFile(file(profiles))
        .catch(({ facts }: { facts: { problems: readonly object[] } }) => facts.problems);
    expect(await faultsOf(300_000)).toEqual([{ field: 'profiles', message: 'This may be a list of 2000 at most.' }]);
    expect(await faultsOf(2_000)).toHaveLength(100);
  });

  it('are taken from no file that would make more of a kind than the store keeps', async () => {
    const { tenfold } = await bench();
    const ids = Array.from({ length: 2_000 }, (_, n) => `${n}`);
    const file = (some: readonly string[]) => ({
      format: 'tenfold-settings',
      version: 1,
      presets: some.map((id) => ({ id, name: id, config: { strategy: 'native' } })),
    });
    const take = (some: readonly string[]) => tenfold.settings.importFile(file(some), { dryRun: false });
    expect((await take(ids.slice(0, 1_500))).added).toHaveLength(1_500);
    await expect(take(ids.map((id) => `other ${id}`))).rejects.toMatchObject({
      facts: { problems: [{ field: 'presets', message: 'There may be 2000 presets at most; with these there would be 3500.' }] },
    });
    expect((await take(ids)).added).toHaveLength(500);
  });

  it('are taken from a file only where they could be set by hand, all of them or none', async () => {
    const { tenfold } = await bench();
    const file = {
      format: 'tenfold-settings',
      version: 1,
      settings: [
        { scope: 'global', key: 'hard', value: 90 },
        { scope: 'global', key: 'soft', value: 'abc' },
        { scope: 'global', key: 'sofd', value: 70 },
        { scope: 'strategy:smart', key: 'config', value: { passes: 5 } },
        { scope: 'strategy:none', key: 'config', value: {} },
        { scope: 'home', key: 'sample', value: 'of another home' },
      ],
      models: [{ id: 'x', contextWindow: 5 }],
      profiles: [{ id: 'p', name: 'P', provider: 'nobody', model: 'm', baseUrl: null, config: {} }],
      presets: [{ id: 'q', name: 'Q', config: { strategy: 'none' } }],
    };
    const refused = await tenfold.settings.importFile(file, { dryRun: false }).catch((error) => error);
    expect(refused).toMatchObject({ code: 'invalid-request' });
    const fields = refused.facts.problems.map(({ field }: { field: string }) => field);
    for (const field of ['settings[1].value', 'settings[2].value', 'models[0].id', 'profiles[0].provider', 'presets[0].strategy'])
      expect(fields).toContain(field);
    expect(fields.some((field: string) => field.startsWith('settings[3].value'))).toBe(true);
    expect(fields).toContain('settings[4].value');
    expect(await tenfold.settings.global()).toEqual({});
    const home = { ...file, settings: file.settings.slice(5), models: [], profiles: [], presets: [] };
    expect(await tenfold.settings.importFile(home)).toEqual({ added: [], changed: [], unchanged: 0 });
  });

  it('travel as one file, without keys', async () => {
    const one = await bench();
    await one.tenfold.settings.change({ soft: 70 });
    await one.tenfold.settings.changeStrategyConfig('native', { detail: 'concise' });
    await one.tenfold.profiles.add({ name: 'Work', provider: 'openai', model: 'gpt-4o', key: 'sk-canary-1' });
    await one.tenfold.presets.add({ name: 'Mine', strategy: 'truncation', config: {} });
    await one.tenfold.models.update('openai:gpt-4o', { contextWindow: 100_000 });
    const file = await one.tenfold.settings.exportFile();
    expect(JSON.stringify(file)).not.toContain('canary');
    const two = await bench();
    const preview = await two.tenfold.settings.importFile(file);
    expect(preview.added).toEqual([
      'setting global soft',
      'setting strategy:native config',
      'model openai:gpt-4o',
      'profile Work',
      'preset Mine',
    ]);
    expect(await two.tenfold.settings.global()).toEqual({});
    await two.tenfold.settings.importFile(file, { dryRun: false });
    expect(await two.tenfold.settings.exportFile()).toEqual(file);
    expect(await two.tenfold.settings.importFile(file)).toEqual({ added: [], changed: [], unchanged: 5 });
    await two.tenfold.settings.change({ soft: 65 });
    expect((await two.tenfold.settings.importFile(file)).changed).toEqual([{ what: 'setting global soft', from: 65, to: 70 }]);
    await expect(two.tenfold.settings.importFile({ format: 'other' })).rejects.toMatchObject({ code: 'invalid-request' });
    await expect(two.tenfold.settings.importFile({ format: 'tenfold-settings', version: 9 })).rejects.toMatchObject({
      code: 'invalid-request',
    });
    await expect(
      two.tenfold.settings.importFile({ format: 'tenfold-settings', version: 1, profiles: [{ id: 1 }] }),
    ).rejects.toMatchObject({ code: 'invalid-request' });
    const endless = [{ id: 'p', name: 'x'.repeat(501) }];
    await expect(
      two.tenfold.settings.importFile({ format: 'tenfold-settings', version: 1, presets: endless }),
    ).rejects.toMatchObject({ facts: { problems: [{ field: 'presets[0].name' }] } });
  });
});

describe('models', () => {
  it('are seeded, edited, added and reset', async () => {
    const { tenfold } = await bench();
    const list = await tenfold.models.list();
    expect(list).toHaveLength(12);
    expect(list.find(({ id }) => id === 'openai:gpt-4o')).toMatchObject({
      contextWindow: 128_000,
      maxOutputTokens: 16_384,
      source: 'default',
      price: { input: 2.5, output: 10 },
    });
    const added = await tenfold.models.add('openai-compatible:llama3', {});
    expect(added).toMatchObject({
      contextWindow: 128_000,
      maxInputTokens: 128_000,
      maxOutputTokens: 4_096,
      source: 'manual',
      price: null,
    });
    await tenfold.models.update('openai:gpt-4o', { contextWindow: 64_000, threshold: 90 });
    expect(await tenfold.models.get('openai:gpt-4o')).toMatchObject({ contextWindow: 64_000, threshold: 90, source: 'manual' });
    expect(await tenfold.models.reset('openai:gpt-4o')).toMatchObject({
      contextWindow: 128_000,
      threshold: 95,
      source: 'default',
    });
    await expect(tenfold.models.update('openai:gpt-4o', { contextWindow: 3, threshold: 1 })).rejects.toMatchObject({
      facts: { problems: [{ field: 'contextWindow' }, { field: 'threshold' }] },
    });
    await expect(tenfold.models.get('openai:none')).rejects.toMatchObject({ code: 'not-found' });
    await expect(tenfold.models.add('nothing', {})).rejects.toMatchObject({ code: 'invalid-request' });
  });
});

describe('profiles', () => {
  it('are checked, listed without their key, and tried', async () => {
    const upstream = await Upstream.open({ answer: () => ({ text: 'ready' }) });
    const { tenfold, store } = await bench({ environment: { ANTHROPIC_API_KEY: 'sk-canary-env' } });
    await expect(
      tenfold.profiles.add({
        name: '',
        provider: 'magic',
        model: '',
        baseUrl: 'ftp://x',
        inputPrice: 1,
        contextWindow: 5,
        thresholds: { hard: 2 },
        customPrompt: 'x',
      }),
    ).rejects.toMatchObject({
      code: 'invalid-request',
      facts: {
        problems: expect.arrayContaining([
          expect.objectContaining({ field: 'provider' }),
          expect.objectContaining({ field: 'baseUrl' }),
          expect.objectContaining({ field: 'thresholds.hard' }),
        ]),
      },
    });
    const profile = await tenfold.profiles.add({
      name: 'Work',
      provider: 'openai',
      model: 'gpt-4o',
      baseUrl: upstream.url(),
      key: 'sk-canary-stored',
    });
    expect(profile).toMatchObject({
      hasKey: true,
      keyFrom: 'stored',
      priceFrom: 'list',
      supportsPromptCache: true,
      contextWindow: 128_000,
    });
    expect(JSON.stringify(await tenfold.profiles.list())).not.toContain('canary');
    expect(await tenfold.profiles.test(profile.id)).toMatchObject({ ok: true, message: 'ready' });
    expect(upstream.seen[0]?.headers.authorization).toBe('Bearer sk-canary-stored');
    upstream.faults.push({ status: 401, message: 'Incorrect API key provided: sk-canary-stored' });
    const refused = await tenfold.profiles.test(profile.id);
    expect(refused).toMatchObject({ ok: false, facts: { status: 401 } });
    expect(JSON.stringify(refused)).not.toContain('canary');
    const claude = await tenfold.profiles.add({ name: 'Claude', provider: 'anthropic', model: 'claude-sonnet-4-5' });
    expect(claude).toMatchObject({ hasKey: true, keyFrom: 'environment' });
    const changed = await tenfold.profiles.update(profile.id, { key: null, inputPrice: 1, outputPrice: 2, maxOutputTokens: 500 });
    expect(changed).toMatchObject({ hasKey: false, price: { input: 1, output: 2 }, priceFrom: 'profile', maxOutputTokens: 500 });
    await expect(tenfold.profiles.update(profile.id, { name: 'Old', expect: 1 })).rejects.toMatchObject({ code: 'conflict' });
    await tenfold.profiles.remove(profile.id);
    expect(await store.profiles.list()).toHaveLength(1);
    await upstream.close();
  });

  it.each([
    'http://169.254.169.254/latest',
    'http://0xa9fea9fe/',
    'http://[::ffff:169.254.169.254]/',
    'http://metadata.google.internal/v1',
    'http://user:pass@host/v1',
    'file:///etc/passwd',
    'http://2852039166/',
  ])('never call %s', async (baseUrl) => {
    const { tenfold } = await bench();
    await expect(tenfold.profiles.add({ name: 'x', provider: 'openai-compatible', model: 'm', baseUrl })).rejects.toMatchObject({
      code: 'invalid-request',
    });
  });

  it('keep keys sealed in the file', async () => {
    const { tenfold, store } = await bench();
    const { id } = await tenfold.profiles.add({ name: 'Work', provider: 'openai', model: 'gpt-4o', key: 'sk-canary-sealed' });
    const sealed = await store.profiles.secret(id);
    expect(Buffer.from(sealed ?? []).toString('latin1')).not.toContain('canary');
    const other = await tenfold.profiles.add({ name: 'Other', provider: 'openai', model: 'gpt-4o' });
    await store.profiles.setSecret(other.id, sealed, 1);
    expect(await tenfold.profiles.test(other.id)).toMatchObject({
      ok: false,
      message: expect.stringContaining('enter the key again'),
    });
    expect(await tenfold.profiles.get(other.id)).toMatchObject({ hasKey: true, keyFrom: null });
  });
});

describe('presets', () => {
  it('come with the engine, are copied, changed, exported and imported', async () => {
    const { tenfold } = await bench();
    const own = await tenfold.presets.list();
    expect(own.map(({ id, builtIn }) => [id, builtIn])).toEqual([
      ['speed', true],
      ['quality', true],
      ['cost', true],
      ['balanced', true],
    ]);
    const file = await tenfold.presets.exportFile('balanced');
    const copy = await tenfold.presets.importFile(file);
    expect(copy).toMatchObject({ name: 'Balanced', builtIn: false, strategy: 'smart' });
    expect(await tenfold.presets.update(copy.id, { name: 'Mine' })).toMatchObject({ name: 'Mine', version: 2 });
    await expect(tenfold.presets.update('balanced', { name: 'x' })).rejects.toMatchObject({ code: 'conflict' });
    await expect(tenfold.presets.add({ name: 'Bad', strategy: 'smart', config: { passes: 3 } })).rejects.toMatchObject({
      code: 'invalid-request',
    });
    await tenfold.presets.remove(copy.id);
    await expect(tenfold.presets.get(copy.id)).rejects.toMatchObject({ code: 'not-found' });
  });
});

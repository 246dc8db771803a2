import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { anyLaunch, launchers } from './client-launch.ts';
import { closingLine } from './closing-line.ts';

const url = 'http://127.0.0.1:4310';

describe('a wrapped client', () => {
  it.each(Object.keys(launchers))('%s gets the address by environment and flags only', (name) => {
    const launch = launchers[name]?.(url, ['-p', 'hi'], { PATH: '/bin', OPENAI_API_KEY: 'k' }, '/tmp/run');
    expect(launch?.command).toBe(name);
    expect(JSON.stringify(launch)).toContain(url);
    expect(launch?.args.slice(-2)).toEqual(['-p', 'hi']);
  });

  it('is told plainly where its sign-in would not go through a gateway', () => {
    expect(() => launchers.codex?.(url, [], {}, '')).toThrow(/OPENAI_API_KEY/);
    const home = mkdtempSync(join(tmpdir(), 'tenfold-launch-'));
    onTestFinished(() => rmSync(home, { recursive: true }));
    mkdirSync(join(home, '.gemini'));
    const signIn = (selectedType: string) =>
      writeFileSync(join(home, '.gemini/settings.json'), JSON.stringify({ security: { auth: { selectedType } } }));
    signIn('oauth-personal');
    expect(() => launchers.gemini?.(url, [], { HOME: home }, '')).toThrow(/signed in with Google/);
    signIn('gemini-api-key');
    expect(launchers.gemini?.(url, [], { HOME: home }, '/tmp/run').environment).toMatchObject({ GOOGLE_GEMINI_BASE_URL: url });
  });

  it.each([
    ['claude', { CLAUDE_CODE_USE_BEDROCK: '1' }, /CLAUDE_CODE_USE_BEDROCK/],
    ['claude', { CLAUDE_CODE_USE_VERTEX: 'true' }, /CLAUDE_CODE_USE_VERTEX/],
    ['gemini', { GOOGLE_GENAI_USE_VERTEXAI: 'true' }, /Vertex AI.*unset/],
    ['gemini', { GOOGLE_GENAI_USE_GCA: 'true' }, /signed in with Google.*unset/],
  ])('is not started where its environment sends it elsewhere: %s %j', (name, given, says) => {
    expect(() => launchers[name]?.(url, [], given as Record<string, string>, '/tmp/run')).toThrow(says);
  });

  it('is not started where its settings send it elsewhere', () => {
    const home = mkdtempSync(join(tmpdir(), 'tenfold-launch-'));
    onTestFinished(() => rmSync(home, { recursive: true }));
    for (const folder of ['.claude', '.gemini']) mkdirSync(join(home, folder));
    const set = (file: string, settings: object) => writeFileSync(join(home, file), JSON.stringify(settings));
    for (const env of [{ CLAUDE_CODE_USE_BEDROCK: '1' }, { ANTHROPIC_BASE_URL: 'https://other' }]) {
      set('.claude/settings.json', { env });
      expect(() => launchers.claude?.(url, [], { HOME: home }, '')).toThrow(/settings\.json sets .*Nothing was started/);
      expect(() => launchers.claude?.(url, [], { CLAUDE_CONFIG_DIR: join(home, '.claude') }, '')).toThrow(/settings\.json sets/);
    }
    set('.claude/settings.json', { env: { CLAUDE_CODE_USE_BEDROCK: '0' } });
    expect(launchers.claude?.(url, [], { HOME: home }, '').environment).toEqual({ ANTHROPIC_BASE_URL: url });
    for (const settings of [{ selectedAuthType: 'oauth-personal' }, { security: { auth: { selectedType: 'vertex-ai' } } }]) {
      set('.gemini/settings.json', settings);
      expect(() => launchers.gemini?.(url, [], { HOME: home }, '')).toThrow(/goes past every gateway/);
    }
    // What was chosen in it goes before its environment.
    set('.gemini/settings.json', { security: { auth: { selectedType: 'gemini-api-key' } } });
    const given = { HOME: home, GOOGLE_GENAI_USE_VERTEXAI: 'true' };
    expect(launchers.gemini?.(url, [], given, '/tmp/run').environment).toMatchObject({ GOOGLE_GEMINI_BASE_URL: url });
  });

  it('keeps what opencode was told, and changes the addresses of vendors alone', () => {
    const provider = {
      mine: { options: { apiKey: 'k', baseURL: 'http://other' } },
      openai: { options: { apiKey: 'o', baseURL: 'https://api.openai.com/v1' } },
      google: { options: { apiKey: 'g', baseURL: 'https://proxy.example/v1beta' } },
    };
    const given = JSON.stringify({ theme: 'x', provider });
    const { environment, note } = launchers.opencode?.(url, [], { OPENCODE_CONFIG_CONTENT: given }, '') ?? {};
    expect(JSON.parse((environment as Record<string, string>).OPENCODE_CONFIG_CONTENT ?? '{}')).toEqual({
      theme: 'x',
      provider: {
        mine: provider.mine,
        google: provider.google,
        openai: { options: { apiKey: 'o', baseURL: `${url}/v1` } },
        anthropic: { options: { baseURL: `${url}/v1` } },
      },
    });
    expect(note).toMatch(/mine, google do not pass through Tenfold/);
  });

  it('is any command too', () => {
    expect(anyLaunch(url, ['my-app', '--x'])).toMatchObject({
      command: 'my-app',
      args: ['--x'],
      environment: { ANTHROPIC_BASE_URL: url },
    });
  });

  it('ends with one line', () => {
    const sums = { requests: 3, before: 90_000, after: 30_000, folds: 1, refusals: 0, cost: 0.5, costWithout: 1 };
    expect(closingLine(sums, `${url}/s/1/inspector`, false)).toMatch(
      /^tenfold: 90,000 tokens received → 30,000 sent · 1 fold · 0 refusals · .*\/s\/1\/inspector$/,
    );
  });
});

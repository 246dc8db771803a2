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

  it('keeps what opencode was told, and changes the addresses in it', () => {
    const given = JSON.stringify({ theme: 'x', provider: { mine: { options: { apiKey: 'k', baseURL: 'http://other' } } } });
    const { environment } = launchers.opencode?.(url, [], { OPENCODE_CONFIG_CONTENT: given }, '') ?? { environment: {} };
    const config = JSON.parse((environment as Record<string, string>).OPENCODE_CONFIG_CONTENT ?? '{}');
    expect(config).toMatchObject({ theme: 'x', provider: { mine: { options: { apiKey: 'k', baseURL: `${url}/v1` } } } });
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

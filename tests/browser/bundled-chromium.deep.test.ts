import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openBrowser } from './browser.ts';
import { bundledChromium } from './bundled-chromium.ts';
import { smoke } from './smoke.ts';

// Every run with an empty cache unpacks it and sees it work; what is odd about the place it lies in is tried in a deep run.
describe.skipIf(process.env.CHROMIUM_PATH)('the browser that comes with the packages', () => {
  let place: string;
  let folder: string;
  beforeAll(async () => {
    place = mkdtempSync(join(tmpdir(), 'Bücher & <Töne> 本 '));
    folder = join(place, 'chromium');
    await Promise.all([bundledChromium(folder), bundledChromium(folder)]);
  });
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  it('is unpacked once and whole when two need it at the same time', () => {
    expect(readdirSync(place)).toEqual(['chromium']);
  });

  it('loads a page with nothing but what it was unpacked with', async () => {
    const { path, environment } = await bundledChromium(folder);
    expect([path, environment.FONTCONFIG_FILE]).toEqual([join(folder, 'chromium'), join(folder, 'fonts.conf')]);
    await smoke(() => openBrowser(() => bundledChromium(folder)));
    // Its fonts were found: what was found is what it remembers of them.
    expect(readdirSync(join(folder, 'fonts-cache'))).not.toEqual([]);
  });

  it('is told from one that has no fonts, with what to do', async () => {
    // Its page crashes, and then it leaves its profile behind: where it is removed with the rest.
    vi.stubEnv('TMPDIR', place);
    onTestFinished(() => void vi.unstubAllEnvs());
    const bare = join(place, 'bare.conf');
    writeFileSync(bare, readFileSync(join(folder, 'fonts.conf'), 'utf8').replace(/<dir>.*<\/dir>/, '<dir>/nowhere</dir>'));
    const { path, environment } = await bundledChromium(folder);
    const open = () => openBrowser(async () => ({ path, environment: { ...environment, FONTCONFIG_FILE: bare } }));
    await expect(smoke(open)).rejects.toThrow(/^The browser of the tests could not .*CHROMIUM_PATH/s);
  });
});

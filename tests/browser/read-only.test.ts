import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { withHome } from '../../packages/server/src/process/with-home.ts';
import { type App, openApp } from './app.ts';
import { expectNoSeriousFaults } from './axe.ts';
import { inDeep } from './in-deep.ts';

const BANNER = /^Read only: the disk of this home is full or read-only\./;
const log = { info: () => {}, warn: () => {}, error: () => {} };

// A disk of its own, which then takes no more writes, is for the superuser to make.
describe.skipIf(process.getuid?.() !== 0)('a home whose disk takes no writes', () => {
  let app: App;
  let mount: string;
  beforeAll(async () => {
    mount = mkdtempSync(join(tmpdir(), 'tenfold-read-only-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', mount]);
    const home = join(mount, 'home');
    const text = JSON.stringify({ messages: [{ role: 'user', content: 'One harbor.' }] });
    await withHome({ home, secret: undefined, environment: {}, log, make: true }, ({ exchange }) =>
      exchange.importFile({ name: 'Kept', text }),
    );
    execFileSync('mount', ['-o', 'remount,ro', mount]);
    app = await openApp({ home });
  });
  afterAll(async () => {
    await app?.close();
    execFileSync('umount', ['-l', mount]);
    rmSync(mount, { recursive: true, force: true });
  });

  it('says so on every screen, shows what there is, and keeps what is written when it cannot be sent', async () => {
    const page = await app.page('/');
    await page.getByRole('status').getByText(BANNER).waitFor();
    await page.locator('[data-session]').filter({ hasText: 'Kept' }).getByRole('link').first().click();
    await page.getByText('One harbor.').first().waitFor();
    await page.getByRole('status').getByText(BANNER).waitFor();
    const field = page.getByRole('textbox', { name: 'Message' });
    await field.fill('Do not lose me.');
    await page.keyboard.press('Enter');
    await page
      .getByRole('alert')
      .getByText(/full or read-only/)
      .first()
      .waitFor();
    await page.getByText('Do not lose me.').first().waitFor();
    // The refusal says so too, so that the banner stays.
    await page.getByRole('status').getByText(BANNER).waitFor();
    await page.goto(`${app.server.url}/settings/profiles`);
    await page.getByRole('status').getByText(BANNER).waitFor();
  });

  inDeep('has no serious fault in any look', async () => {
    const page = await app.page('/');
    await page.getByRole('status').getByText(BANNER).waitFor();
    await expectNoSeriousFaults(page);
  });
});

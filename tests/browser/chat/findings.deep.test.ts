import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { Connection } from '../../../packages/store/src/sqlite/connection.ts';
import { field, openTalk, say } from './talk.ts';

it('D8: progress is saved once the store is free again, however long another program held it', async () => {
  const talk = await openTalk();
  onTestFinished(() => talk.close());
  const session = await talk.session(0.1);
  const page = await talk.app.page(`/s/${session}`);
  await field(page).waitFor();
  const other = new Connection(join(talk.app.server.home, 'tenfold.db'), { busyMs: 1_000, readOnly: false });
  other.prepare('begin immediate').run([]);
  await say(page, '/save-progress "tests green"');
  // A store that is held for longer than it is waited for by one try.
  await pause(7_000);
  await expect.poll(() => page.getByText(/^Checkpoint saved/).count()).toBe(0);
  other.prepare('rollback').run([]);
  other.close();
  await page.getByText(/^Checkpoint saved: "tests green" \([0-9a-f]{4}…\)$/).waitFor();
});

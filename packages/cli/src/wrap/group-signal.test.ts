import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const MODULE = join(import.meta.dirname, 'group-signal.ts');

it.skipIf(process.platform === 'win32')('tells a signal to all of a group from one to a process alone', async () => {
  const program = `
    const { groupSignals } = await import(${JSON.stringify(MODULE)});
    const group = groupSignals();
    process.on('SIGINT', async () => console.log(await group.reachedAll()));
    setInterval(() => {}, 1000);
    console.log('ready');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const pid = child.pid ?? 0;
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stdout.on('data', (text) => {
    said += text;
  });
  await expect.poll(() => said, { timeout: 20_000 }).toBe('ready\n');
  process.kill(pid, 'SIGINT');
  await expect.poll(() => said).toBe('ready\nfalse\n');
  process.kill(-pid, 'SIGINT');
  await expect.poll(() => said).toBe('ready\nfalse\ntrue\n');
  process.kill(pid, 'SIGINT');
  await expect.poll(() => said).toBe('ready\nfalse\ntrue\nfalse\n');
});

// Runs `npm start` as people do until it has answered over HTTP, and stops it. Plain JavaScript without dependencies: on a
// fresh checkout there is nothing yet but the machine's own Node.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const timeoutMs = 15 * 60_000;
const began = performance.now();
const server = spawn('npm', ['start'], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = once(server, 'close');
const tooLong = setTimeout(() => server.kill(), timeoutMs);

/** @returns {Promise<string>} */
async function address() {
  for await (const line of createInterface({ input: server.stdout })) if (/^http:\S+$/.test(line)) return line;
  throw new Error('npm start ended, or was stopped after a quarter of an hour, before it said where it is.');
}

/** @param {string} url */
async function answer(url) {
  const response = await fetch(url, { signal: AbortSignal.timeout(60_000) });
  if (!response.ok) throw new Error(`${url} answered with ${response.status}.`);
  return response.text();
}

try {
  const url = await address();
  if (!(await answer(url)).includes('<!doctype html>')) throw new Error(`${url} answered with something else than the page.`);
  const { sessions } = JSON.parse(await answer(`${url}/api/sessions`));
  if (sessions.length !== 1) throw new Error(`The sample was expected, and there are ${sessions.length} conversations.`);
  const seconds = (performance.now() - began) / 1_000;
  process.stdout.write(`npm start answered after ${seconds.toFixed(1)} s.\n`);
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
} finally {
  server.kill();
  server.stdout.resume();
  await ended;
  clearTimeout(tooLong);
}

import { writeFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { scratchFolder } from '../testing/sample-files.ts';
import { serving } from '../testing/server-process.ts';

const scratch = await scratchFolder();
afterAll(() => scratch.remove());

/** Strategies of somebody's own, whose code does something else too once an estimate asks for their passes. */
function strategyThat(name: string, does: string): string {
  const path = scratch.at(`${name}.mjs`);
  const fields = `name: 'Mine', description: 'My way.', version: '1', capabilities: {}, config: { defaults: {}, json: {}, validate: () => [] }`;
  writeFileSync(path, `export const strategies = [{ id: 'mine', ${fields}, passes: () => { ${does}; return []; } }];`);
  return path;
}

async function estimated(name: string, does: string) {
  const server = await serving(scratch.at(name), '--strategies', strategyThat(name, does));
  let told = '';
  server.child.stderr?.on('data', (text: string) => {
    told += text;
  });
  const [{ id }] = (await server.get('/api/sessions')).sessions as unknown as [{ id: string }];
  await server.send('POST', `/api/sessions/${id}/condense`, { strategy: 'mine', dryRun: true }).catch(() => null);
  return { server, told: () => told };
}

it('goes on after a promise that failed and nobody waited for, and tells of it', { timeout: 60_000 }, async () => {
  const { server, told } = await estimated('rejected', `Promise.reject(new Error('left alone'))`);
  await expect.poll(told, { timeout: 20_000 }).toContain('left alone');
  expect(told()).toContain('"event":"unhandled-rejection"');
  expect((await server.get('/api/sessions')).sessions).toBeTruthy();
  await server.kill();
});

it('ends in order and with an error after an exception that nobody caught', { timeout: 60_000 }, async () => {
  const { server, told } = await estimated('thrown', `setTimeout(() => { throw new Error('out of nowhere'); })`);
  expect(await server.ended).toBe(1);
  expect(told()).toContain('out of nowhere');
  expect(told()).toContain('"event":"stopped"');
});

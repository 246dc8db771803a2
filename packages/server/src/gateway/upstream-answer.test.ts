import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { forward, upstreamAt } from './forward.ts';
import { UpstreamAnswer } from './upstream-answer.ts';

it('leaves an upstream whose refusal is longer than anybody reads', async () => {
  const left = Promise.withResolvers<void>();
  const endless = createServer((_, response) => {
    response.writeHead(400);
    const say = () => {
      while (!response.destroyed && response.write('no '.repeat(1_000)));
    };
    response.on('drain', say).on('close', () => left.resolve());
    say();
  });
  await new Promise<void>((listening) => endless.listen(0, '127.0.0.1', listening));
  const to = upstreamAt(new URL(`http://127.0.0.1:${(endless.address() as AddressInfo).port}`));
  const sent = { to, method: 'POST', url: '/', rawHeaders: [], body: Buffer.from('{}'), signal: new AbortController().signal };
  const answer = await forward(sent);
  expect(await answer.whole(100_000)).toBeNull();
  await left.promise;
  endless.close();
});

it('holds an upstream back by how much waits for a reader, not by how many pieces', async () => {
  let resumed = 0;
  const flow = { resume: () => void resumed++, abort: () => {} };
  const answer = new UpstreamAnswer({ status: 200, statusText: 'OK', rawHeaders: [] }, flow);
  for (let piece = 0; piece < 1_000; piece++) expect(answer.push(Buffer.of(piece % 256))).toBe(true);
  expect(answer.push(Buffer.alloc(2 ** 21))).toBe(false);
  answer.finish(true);
  expect((await answer.whole(2 ** 22))?.length).toBe(2 ** 21 + 1_000);
  expect(resumed).toBe(1);
});

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { forward, upstreamAt } from './forward.ts';

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

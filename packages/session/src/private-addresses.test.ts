import { expect, it } from 'vitest';
import { Upstream } from '../../../tests/upstream/upstream.ts';
import { bench } from './testing/bench.ts';

it.each([
  [true, ['operator', 'admin']],
  [false, []],
] as const)('models in private networks are called for: allowed %s, %j', async (privateAddresses, reached) => {
  const upstream = await Upstream.open({ answer: () => ({ text: 'Here.' }) });
  const { tenfold } = await bench({ privateAddresses });
  const people = {
    operator: tenfold,
    admin: await tenfold.for({ owner: 'ada', role: 'admin' }),
    user: await tenfold.for({ owner: 'ben', role: 'user' }),
  };
  const profile = { name: 'Own', provider: 'openai-compatible', model: 'm', baseUrl: upstream.url() } as const;
  const tried: string[] = [];
  for (const [who, { profiles }] of Object.entries(people)) {
    const { ok, message } = await profiles.test((await profiles.add(profile)).id);
    if (ok) tried.push(who);
    else expect(message).toMatch(/in a private network|not a provider's own address/);
  }
  expect(tried).toEqual(reached);
  expect(upstream.seen).toHaveLength(reached.length);
  await upstream.close();
});

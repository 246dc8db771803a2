import { textMessage } from '@tenfold/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyFrame, anyMessage } from '../testing/any-message.ts';
import { requestBody, requestBodySoon } from '../testing/request-body.ts';
import { faultsOfBody } from '../testing/strict-body.ts';

const APIS = ['openai-compatible', 'openai', 'anthropic', 'google', 'bedrock'] as const;
const DRAWS = Number(process.env.TENFOLD_DRAWS ?? 100_000);
const SEED = Number(process.env.TENFOLD_SEED ?? 1);
/** After so many it ends with as many as it came to. */
const SECONDS = Number(process.env.TENFOLD_SECONDS ?? 86_400);
/** As many are also sent the long way, which has to come to the same. */
const COMPARED = 200;

const roles = fc.constantFrom('system' as const, 'user' as const);
const transcript = fc.tuple(fc.array(anyMessage, { maxLength: 8 }), anyFrame, roles);

it(`[H2] any of ${DRAWS} transcripts can be sent to every API (seed ${SEED})`, { timeout: 60_000 + DRAWS * 100 }, async () => {
  let drawn = 0;
  const began = performance.now();
  await fc.assert(
    fc.asyncProperty(transcript, async ([list, frame, role]) => {
      const said = [...list, textMessage('user', 'Go on.')];
      const isCompared = drawn++ < COMPARED;
      for (const provider of APIS) {
        const body = await requestBodySoon(provider, said, frame, role);
        if (typeof body !== 'string') throw new Error(`${provider} refuses it`, { cause: body });
        expect([provider, ...faultsOfBody(provider, body)]).toEqual([provider]);
        if (isCompared) expect(fields(body)).toEqual(fields(await requestBody(provider, said, frame, role)));
      }
    }),
    { numRuns: DRAWS, seed: SEED, interruptAfterTimeLimit: SECONDS * 1_000 },
  );
  const rate = Math.round((drawn / (performance.now() - began)) * 1_000);
  process.stdout.write(`${drawn} transcripts × ${APIS.length} APIs, ${rate} a second (TENFOLD_SEED=${SEED})\n`);
});

/** What is said to a model in a request, without ids that are drawn for each. */
function fields(body: unknown): unknown {
  const { messages, input, contents, system, tools } = JSON.parse(String(body));
  return { messages, input, contents, system, tools };
}

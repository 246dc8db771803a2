import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Message, project, render, textMessage } from '@tenfold/core';
import { openContext, openSqlite, type Store } from '@tenfold/store';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withNote, withTextFiles } from '../conversation/entry-note.ts';
import { bareContext } from '../conversation/load-session.ts';
import { openTenfold } from '../open-tenfold.ts';
import { SessionError } from '../session-error.ts';
import type { Tenfold } from '../tenfold.ts';
import { anyFrame, anyMessage } from '../testing/any-message.ts';
import { requestBody } from '../testing/request-body.ts';
import { faultsOfBody } from '../testing/strict-body.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenfold-any-session-'));
let store: Store;
let tenfold: Tenfold;
beforeAll(async () => {
  store = await openSqlite(join(folder, 'tenfold.db'));
  tenfold = await openTenfold({ store });
});
afterAll(async () => {
  await tenfold.close();
  await store.close();
  rmSync(folder, { recursive: true });
});

const APIS = ['openai-compatible', 'openai', 'anthropic', 'google', 'bedrock'] as const;
const draws = Number(process.env.TENFOLD_DRAWS ?? 6);

/** A tool of one's own that was used: what it said comes again and again, so that there is something to fold. */
const used = fc
  .record({
    id: fc.constantFrom('call_1', 'call_2', 'x y!'),
    output: fc.constantFrom(
      'A kestrel has 2 wings.\n'.repeat(60),
      '[resource file:///birds.csv]\n[kestrel: https://birds.example/kestrel]\n[image, image/png]',
      JSON.stringify(Array.from({ length: 40 }, (_, n) => ({ bird: `kestrel ${n}`, wings: 2 }))),
      `${'x'.repeat(3_000)}\n[cut: 7 more characters]`,
    ),
    isError: fc.boolean(),
  })
  .map(({ id, output, isError }): readonly Message[] => [
    { role: 'assistant', parts: [{ type: 'tool-call', id, name: 'mcp__birds__look_up', input: { name: 'kestrel' } }] },
    { role: 'tool', parts: [{ type: 'tool-result', id, name: 'mcp__birds__look_up', output, isError }] },
  ]);
/** A message as a turn stores it: with notes, and texts of files in it. */
const noted = anyMessage.map((message) =>
  message.role === 'assistant' ? withNote(message, { model: 'm', aborted: true }) : withTextFiles(message),
);
const stretch = fc.oneof(
  noted.map((message): readonly Message[] => [message]),
  anyMessage.map((message): readonly Message[] => [message]),
  used,
);
const strategy = fc.constantFrom(null, 'native', 'lossless', 'truncation', 'smart');

/** What of a session would be sent, folds and all. */
async function sentOf(session: string, frame: object): Promise<readonly Message[]> {
  return render(project(openContext(bareContext(await store.contexts.load(session)), frame)));
}

it(`[H2] any session in a store can be sent to every API, folded or not (${draws} drawn)`, {
  timeout: 60_000 + draws * 2_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(stretch, { minLength: 1, maxLength: 10 }),
      strategy,
      anyFrame,
      fc.constantFrom('system' as const, 'user' as const),
      async (drawn, by, frame, role) => {
        const { id: session } = await store.sessions.create({ at: 1 });
        const messages = [...drawn.flat(), textMessage('user', 'Go on.')];
        await store.entries.append({ session, entries: messages.map((message) => ({ message })), at: 1 });
        if (by !== null)
          await tenfold.folding
            .condense(session, { strategy: by, force: true })
            .then(({ id }) => tenfold.folding.finished(id))
            .catch((error: unknown) => {
              if (!(error instanceof SessionError)) throw error;
            });
        const sent = await sentOf(session, frame);
        for (const provider of APIS) {
          const body = await requestBody(provider, sent, frame, role);
          expect([provider, typeof body]).toEqual([provider, 'string']);
          expect([provider, ...faultsOfBody(provider, body as string)]).toEqual([provider]);
        }
        await store.sessions.remove(session);
      },
    ),
    { numRuns: draws },
  );
});

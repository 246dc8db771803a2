import { onTestFinished } from 'vitest';
import { type Manner, Upstream } from '../../../../tests/upstream/upstream.ts';
import type { ProfileWish } from '../settings/profile-wish.ts';
import type { TenfoldOptions } from '../tenfold.ts';
import { type Bench, bench, talk } from './bench.ts';

/** A session with a fake upstream behind it. */
export interface Talk extends Bench {
  readonly upstream: Upstream;
  readonly session: string;
  readonly profile: string;
  /** Appends this many turns of talk without a model. */
  fill(turns: number, words?: number): Promise<void>;
  /** Appends turns of talk until so many percent of the room are used. */
  fillTo(percent: number): Promise<void>;
}

/** Opens a session whose profile asks a fake upstream. */
export async function talkWith(
  provider: string,
  model: string,
  manner: Manner = {},
  { options = {}, wish = {} }: { options?: Partial<TenfoldOptions>; wish?: ProfileWish } = {},
): Promise<Talk> {
  const upstream = await Upstream.open(manner);
  onTestFinished(() => upstream.close());
  const opened = await bench(options);
  const { tenfold } = opened;
  const { id: profile } = await tenfold.profiles.add({
    name: 'Test',
    provider,
    model,
    baseUrl: upstream.url(provider),
    key: 'sk-canary-1234567890',
    ...wish,
  });
  const { id: session } = await tenfold.sessions.create({ profileId: profile });
  let number = 0;
  const fill = async (turns: number, words = 400) => {
    for (let turn = 0; turn < turns; turn++) {
      number++;
      const messages = [
        { role: 'user', text: talk(number, words) },
        { role: 'assistant', text: `Noted ${number}.` },
      ] as const;
      await tenfold.sessions.append(session, { messages });
    }
  };
  return {
    ...opened,
    upstream,
    session,
    profile,
    fill,
    async fillTo(percent) {
      while ((await tenfold.contexts.status(session)).percent < percent) await fill(1, 120);
    },
  };
}

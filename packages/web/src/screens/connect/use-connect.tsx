import { useNavigate } from '@tanstack/react-router';
import type { ProfileWish } from '@tenfold/contract';
import { type ReactNode, useState } from 'react';
import { useAddProfile, useRemoveProfile, useTestProfile } from '../../queries/profiles.ts';
import { useCreateSession } from '../../queries/sessions.ts';
import { Notice } from '../../ui/notice.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';

/** Connects a model: it is asked for one word first, and a conversation with it begins. One that does not answer is not kept. */
export function useConnect() {
  const navigate = useNavigate();
  const add = useAddProfile();
  const test = useTestProfile();
  const remove = useRemoveProfile();
  const create = useCreateSession();
  const [connecting, setConnecting] = useState(false);
  const [notice, setNotice] = useState<ReactNode>(null);
  const run = async (wish: ProfileWish) => {
    setConnecting(true);
    setNotice(null);
    try {
      const { id } = await add.mutateAsync(wish);
      const { ok, message } = await test.mutateAsync(id);
      if (!ok) {
        await remove.mutateAsync(id);
        return setNotice(
          <Notice tone="critical" alert>
            <p className="font-medium">{message}</p>
            <p className="text-ink-soft">Nothing was stored. Correct it and try again.</p>
          </Notice>,
        );
      }
      const session = await create.mutateAsync({ profileId: id });
      await navigate({ to: '/s/$session', params: { session: session.id } });
    } catch (error) {
      setNotice(<ProblemNotice error={error} />);
    } finally {
      setConnecting(false);
    }
  };
  return { connect: (wish: ProfileWish) => void run(wish), connecting, notice };
}

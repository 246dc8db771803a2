import { prefixHash, type ThinkingBinding, type View, withBoundThinking } from '@tenfold/core';
import { madeOn } from './entry-note.ts';
import type { LoadedSession } from './load-session.ts';

type Shown = Pick<LoadedSession, 'choices' | 'opened'>;

/** What is sent of a session: its view, without thinking that the model would refuse where it now stands (C17). */
export function sentView(loaded: Shown): View {
  const binding = bindingOf(loaded);
  return binding === null ? loaded.opened.view : withBoundThinking(loaded.opened.view, binding);
}

/** What an answer to this request remembers, where its model binds thinking. */
export function prefixNote(loaded: Shown): { readonly prefix?: string } {
  const binding = bindingOf(loaded);
  return binding === null ? {} : { prefix: prefixHash(sentView(loaded), binding) };
}

function bindingOf({ choices }: Shown): ThinkingBinding | null {
  const { profile } = choices;
  if (!profile?.bindsThinking) return null;
  const { provider, model } = profile.endpoint;
  return { to: `${provider}:${model}:${String(choices.value('summaryRole'))}`, madeOn };
}

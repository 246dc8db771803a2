import { useCallback, useEffect, useRef } from 'react';
import { useSession } from '../../queries/session.ts';
import { useSessionId } from '../../state/session-id.ts';
import { Fetching } from '../../ui/fetching.tsx';
import { Chat } from './chat.tsx';
import { ChatList } from './chat-list.tsx';

/** A conversation, and the others beside it. */
export function ChatScreen() {
  const id = useSessionId();
  const fetched = useSession();
  const wentElsewhere = useWentElsewhere(id);
  if (fetched.data !== undefined)
    return (
      <div className="flex h-full">
        <ChatList current={id} />
        <div className="min-w-0 flex-1">
          <Chat key={id} wentElsewhere={wentElsewhere} />
        </div>
      </div>
    );
  return (
    <div className="p-6">
      <Fetching of={fetched} label="Opening…" />
    </div>
  );
}

/** Tells whether somebody has gone elsewhere with the focus, by key or pointer, since a place was opened. What a window gives back as it closes is nobody's. */
function useWentElsewhere(place: string): () => boolean {
  const since = useRef<{ readonly place: string; readonly focused: Element | null; touched: boolean } | null>(null);
  useEffect(() => {
    const opened = { place, focused: document.activeElement, touched: false };
    since.current = opened;
    const touch = () => {
      opened.touched = true;
    };
    const kinds = ['keydown', 'pointerdown'] as const;
    for (const kind of kinds) window.addEventListener(kind, touch, { capture: true });
    return () => {
      for (const kind of kinds) window.removeEventListener(kind, touch, { capture: true });
    };
  }, [place]);
  return useCallback(() => {
    const opened = since.current;
    const { activeElement } = document;
    if (opened?.place !== place || !opened.touched) return false;
    return activeElement !== opened.focused && activeElement !== document.body;
  }, [place]);
}

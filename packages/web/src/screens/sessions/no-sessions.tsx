import { MessageSquarePlus, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/empty-state.tsx';

/** Nothing here yet: what this place is for and three ways to begin. */
export function NoSessions({ archived, actions }: { archived: boolean; actions: ReactNode }) {
  if (archived)
    return <EmptyState title="Nothing archived">Conversations you archive with x wait here, whole and searchable.</EmptyState>;
  return (
    <EmptyState icon={<MessageSquarePlus />} title="Conversations that never outgrow their model" actions={actions}>
      <p>
        Start chatting, or drop a transcript here: Claude Code, Codex, ChatGPT, Cline, Roo, opencode or plain JSONL. As a
        conversation fills its model's window, older parts are condensed about ten times shorter. Every word stays, and every
        condensation can be undone.
      </p>
    </EmptyState>
  );
}

/** Nothing was found. */
export function NothingFound({ q }: { q: string }) {
  return (
    <EmptyState icon={<SearchX />} title={`Nothing holds “${q.slice(0, 80)}”`}>
      Titles and all messages were searched, condensed ones too. Try fewer or other words.
    </EmptyState>
  );
}

import { MessageSquare } from 'lucide-react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Kbd } from '../../ui/kbd.tsx';

/** What a new conversation says before its first message. */
export function EmptyChat({ model }: { model: string | undefined }) {
  return (
    <div className="flex-1 overflow-y-auto">
      <EmptyState icon={<MessageSquare />} title="Say something">
        <p>
          {model === undefined ? 'Your messages' : <>Your messages go to {model}.</>} The bar below shows how much of its room
          they fill.
        </p>
        <ul className="mt-4 grid gap-2 text-left">
          <li>
            When the room runs low, older messages are condensed beside the conversation. Nothing is lost: every message stays
            here, and condensing can be undone.
          </li>
          <li>
            Lock a message to keep it word for word. Type <Kbd>/</Kbd> for commands, press <Kbd>?</Kbd> for shortcuts.
          </li>
          <li>Paste something long and it becomes a short mark; it is sent in full.</li>
        </ul>
      </EmptyState>
    </div>
  );
}

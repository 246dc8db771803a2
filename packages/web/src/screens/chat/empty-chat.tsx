import { Link } from '@tanstack/react-router';
import { MessageSquare } from 'lucide-react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { modelName } from '../../ui/names.ts';

const OFFLINE = 'embedded:offline';

/** What a new conversation says before its first message. */
export function EmptyChat({ model }: { model: string | undefined }) {
  return (
    <div className="flex-1 overflow-y-auto">
      <EmptyState icon={<MessageSquare />} title="Say something">
        {model === OFFLINE ? (
          <p>
            No model is connected yet, so the offline one answers: it remembers everything and finds passages, but cannot think.{' '}
            <Link to="/connect" className="text-accent underline underline-offset-2">
              Connect a model
            </Link>
          </p>
        ) : (
          model !== undefined && <p>Your messages go to {modelName(model)}.</p>
        )}
        <ul className="mt-4 grid gap-2 text-left">
          <li>The gauge below shows how much of the model’s room this conversation fills, what you are typing included.</li>
          <li>
            When the room runs low, older messages are condensed beside the conversation. Nothing is lost: every message stays
            here, and condensing can be undone.
          </li>
          <li>
            Lock a message to keep it word for word. Type <Kbd>/</Kbd> for commands, press <Kbd>?</Kbd> for shortcuts.
          </li>
        </ul>
      </EmptyState>
    </div>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { CornerDownRight } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { send } from '../turn/send-turn.ts';

/** Under a last message that nobody has answered, as after a refusal, a crash or an import: the way to an answer. */
export function Unanswered({ session }: { session: string }) {
  const client = useQueryClient();
  return (
    <div className="mx-auto flex max-w-3xl flex-wrap items-center gap-2 px-4 pb-2 text-ink-faint text-xs md:px-6">
      <CornerDownRight className="size-4" aria-hidden="true" />
      Not answered yet.
      <Button small onClick={() => send(client, session, { text: '', regenerate: true })}>
        Answer it
      </Button>
    </div>
  );
}

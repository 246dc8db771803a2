import { useQuery } from '@tanstack/react-query';
import { api } from '@tenfold/contract';
import type { JsonObject, Message } from '@tenfold/core';
import { call } from '../../../api/client.ts';
import { keys } from '../../../queries/keys.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { whole } from '../../../ui/figures.ts';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { ScrollText } from '../../../ui/scroll-text.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { useChosenSession } from '../chosen-session.ts';
import { SessionPicker } from '../session-picker.tsx';
import { askWorker } from './ask-worker.ts';
import type { PromptPreview } from './prompt-preview.ts';

/** Newest messages a preview is made on. */
const MAX_MESSAGES = 500;

/** Exactly what a model would be asked about a conversation. Nobody is asked. */
export function PromptView({ config, onClose }: { config: JsonObject; onClose: () => void }) {
  const session = useChosenSession();
  const { data, error, isFetching } = useQuery({
    queryKey: [...keys.session(session?.id ?? ''), 'prompt', config],
    enabled: session !== undefined,
    queryFn: () => preview(session?.id ?? '', config),
  });
  return (
    <Dialog
      wide
      onClose={onClose}
      title="What a model would be asked"
      description="Made on one of your conversations; nobody is asked and nothing is paid."
    >
      <div className="grid gap-3 pb-3">
        <SessionPicker label="Conversation" />
        {isFetching && <Spinner label="Putting it together…" />}
        {error !== null && <ProblemNotice error={error} />}
        {data === null && <p className="text-sm">Nothing in this conversation is old enough to be condensed.</p>}
        {data !== undefined && data !== null && (
          <>
            <p role="status" className="text-ink-soft text-sm">
              About {whole(data.tokens)} tokens{data.asks > 1 ? `, the first of ${data.asks} questions` : ''}.
            </p>
            <ScrollText label="The whole question" text={data.text} />
          </>
        )}
      </div>
    </Dialog>
  );
}

async function preview(session: string, config: JsonObject): Promise<PromptPreview | null> {
  const { entries } = await call(api.entries.list, { session, query: { limit: MAX_MESSAGES } });
  const messages = entries.map(({ role, parts }): Message => ({ role, parts }) as Message);
  const answer = await askWorker({ kind: 'preview', messages, config });
  if (answer.kind === 'failed') throw new Error(answer.message);
  return answer.kind === 'preview' ? answer.preview : null;
}

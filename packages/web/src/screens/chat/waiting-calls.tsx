import type { WaitingCall } from '@tenfold/contract';
import { Wrench } from 'lucide-react';
import { useDecide, useWaitingCalls } from '../../queries/tool-servers.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ScrollText } from '../../ui/scroll-text.tsx';

/** Calls of tools that wait for somebody to allow them, with all they would be given. */
export function WaitingCalls() {
  const { data } = useWaitingCalls();
  return data?.map((call) => <Waiting key={call.id} call={call} />);
}

function Waiting({ call: { id, server, tool, input } }: { call: WaitingCall }) {
  const decide = useDecide();
  const answer = (allow: boolean, remember = false) => decide.mutate({ id, allow, remember });
  return (
    <Notice
      alert
      tone="warning"
      icon={<Wrench className="size-4 shrink-0 text-ink-soft" aria-hidden="true" />}
      className="mx-auto w-full max-w-3xl"
      actions={
        <>
          <Button small kind="primary" label="Allow" disabled={decide.isPending} onClick={() => answer(true)} />
          <Button small label="Always allow" disabled={decide.isPending} onClick={() => answer(true, true)} />
          <Button small label="Refuse" disabled={decide.isPending} onClick={() => answer(false)} />
        </>
      }
    >
      <p>
        The model wants to call <strong>{tool}</strong> of {server}.
      </p>
      <ScrollText
        text={JSON.stringify(input, null, 2)}
        label={`What ${tool} would be given`}
        mono
        className="mt-1 max-h-32 text-xs"
      />
    </Notice>
  );
}

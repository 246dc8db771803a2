import { useMemo, useState } from 'react';
import { useWire } from '../../queries/requests.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Fetching } from '../../ui/fetching.tsx';
import { short } from '../../ui/figures.ts';
import { ScrollText } from '../../ui/scroll-text.tsx';

const FIRST = 100_000;

/** The request as it goes over the wire, in the words of the model's API. */
export function RawRequest({ answer, onClose }: { answer: string | undefined; onClose: () => void }) {
  const wire = useWire(answer);
  const [whole, setWhole] = useState(false);
  const body = useMemo(() => JSON.stringify(wire.data?.body, null, 2) ?? '', [wire.data]);
  const cut = !whole && body.length > FIRST;
  return (
    <Dialog
      onClose={onClose}
      wide
      title="The request as it is sent"
      {...(wire.data !== undefined && {
        description: `In the format of ${wire.data.dialect}. Keys and headers are not part of it.`,
        footer: (
          <>
            {cut && <Button label={`Show all ${short(body.length)} characters`} onClick={() => setWhole(true)} />}
            <CopyButton text={() => body} label="Copy the request" />
          </>
        ),
      })}
    >
      <Fetching of={wire} label="Building the request…" />
      {body !== '' && (
        <ScrollText mono text={cut ? `${body.slice(0, FIRST)}\n…` : body} label="Request body" className="max-h-[60dvh]" />
      )}
    </Dialog>
  );
}

import { type ReactNode, useEffect, useState } from 'react';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { useTarget } from '../search/targeted.ts';

/** Settings few people need, folded away. Opens by itself when a search leads to one of them. */
export function Advanced({ anchors = [], children }: { anchors?: readonly string[]; children: ReactNode }) {
  const target = useTarget();
  const wanted = anchors.includes(target);
  const [open, setOpen] = useState(wanted);
  useEffect(() => {
    if (wanted) setOpen(true);
  }, [wanted]);
  return (
    <Disclosure summary={<span className="font-medium">Advanced</span>} open={open} onOpenChange={setOpen} className="mb-8">
      <div className="grid divide-y divide-line pl-5">{children}</div>
    </Disclosure>
  );
}

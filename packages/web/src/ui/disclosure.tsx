import { Collapsible } from '@base-ui/react/collapsible';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

/** Something folded away behind its name. */
export function Disclosure({
  summary,
  children,
  ...root
}: { summary: ReactNode } & Pick<Collapsible.Root.Props, 'children' | 'open' | 'defaultOpen' | 'onOpenChange' | 'className'>) {
  return (
    <Collapsible.Root {...root}>
      <Collapsible.Trigger className="group flex min-h-7 w-full items-center gap-1.5 rounded-md text-left text-sm hover:text-ink">
        <ChevronRight
          className="size-4 shrink-0 text-ink-faint transition-transform group-data-panel-open:rotate-90"
          aria-hidden="true"
        />
        <span className="min-w-0 flex-1">{summary}</span>
      </Collapsible.Trigger>
      <Collapsible.Panel className="overflow-hidden">{children}</Collapsible.Panel>
    </Collapsible.Root>
  );
}

import { Popover } from '@base-ui/react/popover';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { CopyButton } from '../ui/copy-button.tsx';
import { joined } from '../ui/joined.ts';
import { FLOATING } from '../ui/surface.ts';
import { safeUrl } from './safe-url.ts';

/** A link from a message. Where it leads is shown in full before it is opened; other schemes are only text. */
export function SafeLink({ href, children }: { href?: string | undefined; children?: ReactNode }) {
  const url = safeUrl(href);
  if (url === null) return <span title={href}>{children}</span>;
  return (
    <Popover.Root>
      <Popover.Trigger
        nativeButton={false}
        render={<a href={url} title={url} rel="noopener noreferrer nofollow" onClick={(event) => event.preventDefault()} />}
        className="text-accent underline decoration-1 underline-offset-2 hover:decoration-2"
      >
        {children}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} collisionPadding={8} className="z-50">
          <Popover.Popup className={joined(FLOATING, 'max-w-md p-3 text-sm')}>
            <Popover.Title className="mb-1 font-medium">This link leads to</Popover.Title>
            <p className="break-all font-mono text-ink-soft text-xs">{url}</p>
            <div className="mt-2 flex items-center gap-2">
              <a
                href={url}
                target="_blank"
                rel="noopener noreferrer nofollow"
                className="inline-flex min-h-7 items-center gap-1.5 rounded-md bg-accent px-2.5 font-medium text-on-accent text-xs"
              >
                <ExternalLink className="size-3.5" aria-hidden="true" />
                Open in a new tab
              </a>
              <CopyButton text={() => url} label="Copy address" />
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

import { ImageOff } from 'lucide-react';
import { SafeLink } from './safe-link.tsx';

/** An image in a message: never loaded, since asking for it would tell its host what was said. */
export function BlockedImage({ src, alt }: { src?: string | undefined; alt?: string | undefined }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1.5 rounded-md border border-line bg-sunken px-2 py-0.5 text-ink-soft text-xs">
      <ImageOff className="size-3.5 shrink-0" aria-hidden="true" />
      <span className="truncate">
        Image not loaded: <SafeLink href={src}>{alt || src || 'unnamed'}</SafeLink>
      </span>
    </span>
  );
}

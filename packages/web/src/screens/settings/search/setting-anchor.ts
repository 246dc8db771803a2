import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';

/** The id of a setting in the page, so that a search can lead to it. */
export function settingAnchor(name: string): string {
  return `setting-${name}`;
}

/** Which setting the address leads to; empty for none. */
export function useTarget(): string {
  return useLocation({ select: ({ hash }) => hash });
}

/** Whether the address leads to this setting; it is then brought into sight. */
export function useTargeted(anchor: string): boolean {
  const targeted = useTarget() === anchor;
  useEffect(() => {
    if (targeted) document.getElementById(anchor)?.scrollIntoView({ block: 'center' });
  }, [targeted, anchor]);
  return targeted;
}

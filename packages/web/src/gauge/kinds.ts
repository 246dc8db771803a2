import type { ContentKind } from '@tenfold/core';

/** How a kind of content is named and drawn. Hatches differ too, so that colour is never the only sign. */
export interface KindLook {
  readonly kind: ContentKind;
  readonly label: string;
  readonly color: string;
  readonly hatch: 'solid' | 'stripes' | 'dots' | 'cross';
}

/** All kinds, in the order a request sends them. */
export const KINDS: readonly KindLook[] = [
  { kind: 'system', label: 'System', color: 'var(--kind-system)', hatch: 'solid' },
  { kind: 'tools', label: 'Tool definitions', color: 'var(--kind-tools)', hatch: 'stripes' },
  { kind: 'summaries', label: 'Summaries', color: 'var(--kind-summary)', hatch: 'dots' },
  { kind: 'user', label: 'You', color: 'var(--kind-user)', hatch: 'solid' },
  { kind: 'assistant', label: 'Assistant', color: 'var(--kind-assistant)', hatch: 'stripes' },
  { kind: 'reasoning', label: 'Thinking', color: 'var(--kind-reasoning)', hatch: 'dots' },
  { kind: 'toolCalls', label: 'Tool calls', color: 'var(--kind-calls)', hatch: 'cross' },
  { kind: 'toolResults', label: 'Tool results', color: 'var(--kind-results)', hatch: 'solid' },
  { kind: 'attachments', label: 'Attachments', color: 'var(--kind-attachments)', hatch: 'stripes' },
  { kind: 'draft', label: 'Draft', color: 'var(--kind-draft)', hatch: 'cross' },
];

const VEIL = 'rgb(255 255 255 / 0.28)';

/** The CSS background of a kind: its colour under its hatch. */
export function background({ color, hatch }: KindLook): string {
  switch (hatch) {
    case 'stripes':
      return `repeating-linear-gradient(45deg, transparent 0 3px, ${VEIL} 3px 5px), ${color}`;
    case 'dots':
      return `radial-gradient(${VEIL} 1.2px, transparent 1.4px) 0 0 / 5px 5px, ${color}`;
    case 'cross':
      return `repeating-linear-gradient(90deg, transparent 0 3px, ${VEIL} 3px 4px), ${color}`;
    default:
      return color;
  }
}

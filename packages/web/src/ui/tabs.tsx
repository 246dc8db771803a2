import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

/** One of several pages in the same place. */
export interface Tab {
  readonly value: string;
  readonly label: ReactNode;
  readonly content: ReactNode;
}

/** Pages of which one shows; arrow keys move between their names. */
export function Tabs({
  label,
  tabs,
  value,
  onChange,
}: {
  label: string;
  tabs: readonly Tab[];
  value?: string;
  onChange?: (value: string) => void;
}) {
  return (
    <Base.Root
      {...(value === undefined ? { defaultValue: tabs[0]?.value } : { value })}
      {...(onChange === undefined ? {} : { onValueChange: (next: string) => onChange(next) })}
    >
      <Base.List aria-label={label} className="relative flex gap-1 overflow-x-auto border-line border-b">
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="min-h-8 shrink-0 px-3 py-1 text-ink-soft text-sm hover:text-ink data-active:font-medium data-active:text-accent"
          >
            {tab.label}
          </Base.Tab>
        ))}
        <Base.Indicator className="absolute bottom-0 left-0 h-0.5 w-(--active-tab-width) translate-x-(--active-tab-left) bg-accent transition-all duration-150" />
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="pt-3 outline-none">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}

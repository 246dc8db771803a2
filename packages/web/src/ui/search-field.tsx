import { Search, X } from 'lucide-react';
import type { InputHTMLAttributes, Ref } from 'react';
import { joined } from './joined.ts';
import { FIELD } from './surface.ts';

/** A line to search with. Escape empties it first. */
export function SearchField({
  label,
  value,
  onChange,
  className,
  inputRef,
  onKeyDown,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  inputRef?: Ref<HTMLInputElement>;
} & Pick<InputHTMLAttributes<HTMLInputElement>, 'className' | 'onKeyDown'>) {
  return (
    <div className={joined('relative', className)}>
      <Search className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-3 size-4 text-ink-faint" aria-hidden="true" />
      <input
        type="search"
        ref={inputRef}
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value !== '') {
            event.stopPropagation();
            onChange('');
          }
          onKeyDown?.(event);
        }}
        className={joined(FIELD, 'pr-8 pl-9 [&::-webkit-search-cancel-button]:hidden')}
      />
      {value !== '' && (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => onChange('')}
          className="-translate-y-1/2 absolute top-1/2 right-1.5 rounded p-1 text-ink-faint hover:text-ink"
        >
          <X className="size-4" aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

import { SlidersHorizontal } from 'lucide-react';
import { lazy, memo, Suspense } from 'react';
import { useSessionConfig } from '../../../queries/session.ts';
import { joined } from '../../../ui/joined.ts';
import { Popover } from '../../../ui/popover.tsx';

const SessionFields = lazy(async () => ({ default: (await import('../session-fields.tsx')).SessionFields }));

const NAMES = ['systemPrompt', 'temperature'] as const;

/** In what manner the model answers here: its system text and its temperature, in plain sight and a press away. */
export const Manner = memo(function Manner() {
  const { data: config } = useSessionConfig();
  const inForce = (name: string) => config?.values.find(({ key }) => key === name)?.value;
  const [text, temperature] = [inForce('systemPrompt'), inForce('temperature')];
  const set = [
    ...(typeof text === 'string' && text.trim() !== '' ? ['System text'] : []),
    ...(typeof temperature === 'number' ? [`Temperature ${temperature}`] : []),
  ].join(' · ');
  return (
    <Popover
      title="How the model answers here"
      side="top"
      trigger={
        <button
          type="button"
          aria-label={`System text and temperature${set === '' ? '' : `: ${set}`}`}
          title="System text and temperature"
          className={joined(
            'inline-flex h-7 min-w-7 items-center justify-center gap-1.5 rounded-md px-1.5 text-xs hover:bg-sunken hover:text-ink',
            set === '' ? 'text-ink-faint' : 'text-accent',
          )}
        >
          <SlidersHorizontal className="size-4" aria-hidden="true" />
          {set !== '' && <span className="max-sm:hidden">{set}</span>}
        </button>
      }
    >
      <div className="grid max-h-[60dvh] gap-4 overflow-y-auto">
        <Suspense>
          <SessionFields names={NAMES} />
        </Suspense>
      </div>
    </Popover>
  );
});

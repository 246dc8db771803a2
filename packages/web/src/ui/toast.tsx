import { Toast as Base } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import { Problem } from '../api/problem.ts';
import { joined } from './joined.ts';
import { WithCode } from './with-code.tsx';

const manager = Base.createToastManager();
/** More at once would be read by nobody. */
const MAX_SHOWN = 2;

/** How long something can be taken back; hovering or focusing it stops the clock. */
export const ACTION_MS = 20_000;

/** Letters that are not read in a few seconds. */
const LONG = 100;

/** What a toast can offer. */
export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

/** Says something for a few seconds, or for longer where there is more to read or something to do. */
export function toast(
  title: string,
  options: { description?: string; action?: ToastAction; tone?: 'plain' | 'critical' } = {},
): void {
  const { description, action, tone = 'plain' } = options;
  manager.add({
    title,
    type: tone,
    timeout: action === undefined && title.length + (description?.length ?? 0) < LONG ? 6_000 : ACTION_MS,
    priority: tone === 'critical' ? 'high' : 'low',
    ...(description === undefined ? {} : { description }),
    ...(action === undefined ? {} : { actionProps: { children: action.label, onClick: action.run } }),
  });
}

/** Says what went wrong: what happened, what was kept, what to do. */
export function toastProblem(error: unknown): void {
  const problem = error instanceof Problem ? error : null;
  const title = error instanceof Error ? error.message : String(error);
  const description = [problem?.kept, problem?.todo].filter(Boolean).join(' ');
  toast(title, { tone: 'critical', ...(description === '' ? {} : { description }) });
}

/** Where toasts appear; stands once, in the shell. */
export function Toasts() {
  return (
    <Base.Provider toastManager={manager} limit={MAX_SHOWN}>
      <Base.Portal>
        {/* At the top, and never as far down as the field, Send and the gauge. Menus, which one has just opened, lie over it. */}
        <Base.Viewport className="pointer-events-none fixed top-16 right-4 z-60 flex max-h-[calc(100dvh-19rem)] min-h-24 w-[calc(100vw-2rem)] flex-col gap-2 overflow-hidden sm:w-96">
          <List />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

function List() {
  const { toasts } = Base.useToastManager();
  return toasts.map((shown) => (
    <Base.Root
      key={shown.id}
      toast={shown}
      data-toast=""
      className={joined(
        'pointer-events-auto flex items-start gap-3 overflow-y-auto rounded-xl border bg-surface p-3 text-sm shadow-xl data-limited:hidden transition-[opacity,translate] duration-200 data-ending-style:translate-x-4 data-ending-style:opacity-0 data-starting-style:-translate-y-2 data-starting-style:opacity-0',
        shown.type === 'critical' ? 'border-critical' : 'border-line',
      )}
    >
      <div className="min-w-0 flex-1">
        <Base.Title className="font-medium" />
        {typeof shown.description === 'string' && (
          <Base.Description className="text-ink-soft">
            <WithCode text={shown.description} />
          </Base.Description>
        )}
      </div>
      <Base.Action className="min-h-6 rounded-md px-2 font-medium text-accent hover:bg-accent-soft empty:hidden" />
      <Base.Close aria-label="Dismiss" className="rounded-md p-1 text-ink-faint hover:bg-sunken hover:text-ink">
        <X className="size-4" aria-hidden="true" />
      </Base.Close>
    </Base.Root>
  ));
}

import type { ReactNode } from 'react';
import { Problem } from '../api/problem.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import { WithCode } from './with-code.tsx';

/** Refusals that only mean to wait. */
const WAITS = new Set(['fold-cooldown', 'fold-running', 'rate-limited', 'nothing-to-gain', 'below-floor']);

/** What happened, what was kept and what to do, with Retry where it helps. */
export function ProblemNotice({ error, onRetry, actions }: { error: unknown; onRetry?: () => void; actions?: ReactNode }) {
  const problem = error instanceof Problem ? error : null;
  return (
    <Notice tone={WAITS.has(problem?.code ?? '') ? 'warning' : 'critical'} alert>
      <p className="font-medium">{problem?.message ?? (error instanceof Error ? error.message : String(error))}</p>
      {problem?.kept !== undefined && (
        <p className="text-ink-soft">
          <WithCode text={problem.kept} />
        </p>
      )}
      {problem?.todo !== undefined && (
        <p className="text-ink-soft">
          <WithCode text={problem.todo} />
        </p>
      )}
      {(onRetry !== undefined || actions !== undefined) && (
        <div className="mt-2 mb-1 flex flex-wrap gap-2">
          {onRetry !== undefined && <Button small label="Retry" onClick={onRetry} />}
          {actions}
        </div>
      )}
    </Notice>
  );
}

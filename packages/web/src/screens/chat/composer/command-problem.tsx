import { Problem } from '../../../api/problem.ts';
import { Button } from '../../../ui/button.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';

/** Why a command did not run, with what would. The line stays in the composer. */
export function CommandProblem({
  error,
  line,
  onRun,
  onSend,
  onDismiss,
}: {
  error: unknown;
  line: string;
  onRun: (line: string) => void;
  onSend: (text: string) => void;
  onDismiss: () => void;
}) {
  const code = error instanceof Problem ? error.code : '';
  const nearest = error instanceof Problem && typeof error.facts.nearest === 'string' ? error.facts.nearest : null;
  return (
    <ProblemNotice
      error={error}
      actions={
        <>
          {(code === 'below-floor' || code === 'nothing-to-gain') && (
            <Button small label="Run with --force" onClick={() => onRun(`${line.trim()} --force`)} />
          )}
          {code === 'unknown-command' && (
            <>
              {nearest !== null && <Button small label={`Run ${nearest}`} onClick={() => onRun(nearest)} />}
              <Button small label="Send it as a message" onClick={() => onSend(line)} />
            </>
          )}
          <Button small kind="quiet" label="Dismiss" onClick={onDismiss} />
        </>
      }
    />
  );
}

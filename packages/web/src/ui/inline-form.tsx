import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { ProblemNotice } from './problem-notice.tsx';

/** A form that opens within a page: its fields, what went wrong with it, and the two ways out. */
export function InlineForm({
  action,
  isReady,
  error,
  onSubmit,
  onClose,
  children,
}: {
  /** What its button says. */
  action: string;
  isReady: boolean;
  /** What came of the last try; null while nothing did. */
  error: Error | null;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
      className="my-3 grid gap-3 rounded-xl border border-line p-4"
    >
      {children}
      {error !== null && <ProblemNotice error={error} />}
      <div className="flex justify-end gap-2">
        <Button label="Cancel" onClick={onClose} />
        <Button kind="primary" label={action} type="submit" disabled={!isReady} />
      </div>
    </form>
  );
}

import { ProblemNotice } from './problem-notice.tsx';
import { Spinner } from './spinner.tsx';

/** What stands in for something that is fetched: that it is on its way, or why it did not come, with a way to try again. */
export function Fetching({
  of: { data, error, refetch },
  label,
  className = '',
}: {
  of: { readonly data: unknown; readonly error: Error | null; refetch(): unknown };
  label: string;
  className?: string;
}) {
  if (error !== null) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  return data === undefined ? <Spinner label={label} className={className} /> : null;
}

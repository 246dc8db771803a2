import type { FieldProblem } from '@tenfold/core';
import type { Problems } from './use-save.ts';

/** What is wrong, field by field; nothing where nothing is. */
export function FieldProblemList({ problems }: { problems: Problems | readonly FieldProblem[] }) {
  const all: readonly FieldProblem[] = Array.isArray(problems)
    ? problems
    : Object.entries(problems).map(([field, message]) => ({ field, message }));
  if (all.length === 0) return null;
  return (
    <ul role="alert" className="grid basis-full gap-1 text-sm">
      {all.map(({ field, message }) => (
        <li key={`${field} ${message}`}>
          <code className="rounded bg-sunken px-1 font-mono text-xs">{field || 'file'}</code>:{' '}
          <span className="text-critical">{message}</span>
        </li>
      ))}
    </ul>
  );
}

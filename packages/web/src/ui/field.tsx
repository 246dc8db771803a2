import type { ReactNode } from 'react';

/** A control with its visible name, help and problem. Give the control the same `label` and, where it can be, `id`. */
export function Field({
  label,
  help,
  problem,
  htmlFor,
  children,
}: {
  label: ReactNode;
  help?: ReactNode;
  problem?: string | undefined;
  htmlFor?: string;
  children: ReactNode;
}) {
  return (
    <div className="grid gap-1">
      {htmlFor === undefined ? (
        <span className="font-medium text-sm">{label}</span>
      ) : (
        <label htmlFor={htmlFor} className="font-medium text-sm">
          {label}
        </label>
      )}
      {children}
      {problem !== undefined && (
        <p role="alert" className="text-critical text-xs">
          {problem}
        </p>
      )}
      {help !== undefined && <p className="text-ink-soft text-xs">{help}</p>}
    </div>
  );
}

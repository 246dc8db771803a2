/** Something a rule objects to. Warnings are shown and do not fail the check. */
export interface Finding {
  readonly path: string;
  readonly line: number;
  readonly level: 'error' | 'warning';
  /** What is wrong and what would be right. */
  readonly message: string;
}

/** An objection to one line. */
export function error(path: string, line: number, message: string): Finding {
  return { path, line, level: 'error', message };
}

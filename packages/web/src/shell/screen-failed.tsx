import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Problem } from '../api/problem.ts';
import { connection } from '../state/connection.ts';
import { Button } from '../ui/button.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';

/** Code of the app did not arrive: the server is away, or it now serves a newer app. */
export class CodeMissing extends Problem {
  constructor(cause: unknown) {
    super({
      code: 'screen-missing',
      status: 0,
      detail: 'This screen could not be loaded.',
      kept: 'Nothing was changed.',
      todo: 'Load it again. If Tenfold was stopped, start it again and the screen loads by itself.',
    });
    this.cause = cause;
  }
}

/** A screen that could not be drawn. The browser remembers that code failed, so only the page anew can fetch it. */
export function ScreenFailed({ error, reset }: ErrorComponentProps) {
  const missing = error instanceof CodeMissing || /dynamically imported module|module script failed/i.test(String(error));
  const connected = connection.use();
  const wasDown = useRef(false);
  useEffect(() => {
    if (missing && connected && wasDown.current) location.reload();
    wasDown.current = !connected;
  }, [missing, connected]);
  return (
    <div className="mx-auto max-w-2xl p-6">
      <ProblemNotice
        error={missing ? new CodeMissing(error) : error}
        actions={<Button small label="Load again" onClick={() => (missing ? location.reload() : reset())} />}
      />
    </div>
  );
}

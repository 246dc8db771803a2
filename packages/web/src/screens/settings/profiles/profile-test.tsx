import type { ProfileTest } from '@tenfold/contract';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { duration } from '../../../ui/money.ts';

/** What came of trying a profile, in words. */
export function ProfileTestResult({ name, test }: { name: string; test: ProfileTest }) {
  const { ok, message, milliseconds, facts } = test;
  const Icon = ok ? CircleCheck : CircleAlert;
  return (
    <p role="status" data-test-ok={ok} className="mt-2 flex gap-2 rounded-lg bg-sunken px-3 py-2 text-sm">
      <Icon className={`mt-0.5 size-4 shrink-0 ${ok ? 'text-normal' : 'text-critical'}`} aria-hidden="true" />
      <span className="min-w-0 break-words">
        {ok ? `${name} answered “${message}” in ${duration(milliseconds)}` : `${name} did not answer: ${message}`}
        {ok &&
          typeof facts.inputTokens === 'number' &&
          ` (${facts.inputTokens} tokens in, ${String(facts.outputTokens ?? '?')} out)`}
        {!ok && ' Nothing was changed. Check the key, the model name and the base URL, then test again.'}
      </span>
    </p>
  );
}

import type { Profile, ProfileTest } from '@tenfold/contract';
import { CircleAlert, CircleCheck, Pencil, Trash2, Zap } from 'lucide-react';
import { useTestProfile } from '../../../queries/profiles.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { dollars, duration, whole } from '../../../ui/figures.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { keyWords } from './key-words.ts';
import { providerOf } from './providers.ts';

/** One configured model, with a way to try it. */
export function ProfileCard({
  profile,
  uses,
  onEdit,
  onRemove,
}: {
  profile: Profile;
  /** What it is used for now. */
  uses: readonly string[];
  /** Null for who may not change it. */
  onEdit: (() => void) | null;
  onRemove: () => void;
}) {
  const { name, provider, model, baseUrl, price, priceFrom, contextWindow, maxOutputTokens } = profile;
  const test = useTestProfile();
  const key = keyWords(profile);
  return (
    <li data-profile={name} className="py-3">
      <div className="flex flex-wrap items-start gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <p className="flex flex-wrap items-center gap-2 font-medium text-sm">
            {name}
            {profile.shared && <Badge tone="plain">Shared</Badge>}
            {uses.map((use) => (
              <Badge key={use} tone="accent">
                {use}
              </Badge>
            ))}
            <Badge tone={key.tone}>{key.text}</Badge>
          </p>
          <p className="break-all text-ink-soft text-sm">
            {providerOf(provider).label} · {model}
            {baseUrl !== null && ` · ${baseUrl}`}
          </p>
          <p className="text-ink-faint text-xs">
            {whole(contextWindow)} window · {whole(maxOutputTokens)} out ·{' '}
            {price === null
              ? 'no price known'
              : `${dollars(price.input)} in, ${dollars(price.output)} out${price.cacheRead === undefined ? '' : `, ${dollars(price.cacheRead)} cached`} per 1M (${priceFrom === 'list' ? 'price list' : profile.shared ? 'set here' : 'set by you'})`}
          </p>
        </div>
        <div className="flex items-center gap-1">
          <Button
            small
            icon={<Zap />}
            label={test.isPending ? 'Testing…' : 'Test'}
            disabled={test.isPending}
            onClick={() => test.mutate(profile.id)}
          />
          {onEdit !== null && (
            <>
              <IconButton label={`Edit ${name}`} icon={<Pencil />} onClick={onEdit} />
              <IconButton label={`Remove ${name}`} icon={<Trash2 />} onClick={onRemove} />
            </>
          )}
        </div>
      </div>
      {test.data !== undefined && !test.isPending && <ProfileTestResult name={name} test={test.data} />}
      {test.error !== null && <ProblemNotice error={test.error} />}
    </li>
  );
}

/** What came of trying a profile, in words. */
function ProfileTestResult({ name, test }: { name: string; test: ProfileTest }) {
  const { ok, message, milliseconds, facts } = test;
  const Icon = ok ? CircleCheck : CircleAlert;
  return (
    <p role="status" data-test-ok={ok} className="mt-2 flex gap-2 rounded-lg bg-sunken px-3 py-2 text-sm">
      <Icon className={`mt-0.5 size-4 shrink-0 ${ok ? 'text-normal' : 'text-critical'}`} aria-hidden="true" />
      <span className="min-w-0">
        {ok ? `${name} answered “${message}” in ${duration(milliseconds)}` : `${name} did not answer: ${message}`}
        {ok &&
          typeof facts.inputTokens === 'number' &&
          ` (${facts.inputTokens} tokens in, ${String(facts.outputTokens ?? '?')} out)`}
        {!ok && ' Nothing was changed. Check the key, the model name and the base URL, then test again.'}
      </span>
    </p>
  );
}

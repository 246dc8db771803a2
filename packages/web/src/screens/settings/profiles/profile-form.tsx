import { type Price, type Profile, type ProfileWish, SETTINGS } from '@tenfold/contract';
import { usePeople } from '../../../queries/people.ts';
import { useAddProfile, useChangeProfile } from '../../../queries/profiles.ts';
import { useSettings } from '../../../queries/settings.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Fields, type FormField, useDraft } from '../form/fields.tsx';
import { THRESHOLDS } from '../thresholds/level-value.ts';
import { type Problems, useSave } from '../use-save.ts';
import { keyWords } from './key-words.ts';
import { draftOf, needsKeyAgain, type ProfileDraft, wishOf } from './profile-draft.ts';
import { PROVIDER_OPTIONS, providerOf } from './providers.ts';

/** Adds a profile or changes one. Its key can be written, never read. */
export function ProfileForm({ profile, onClose }: { profile: Profile | null; onClose: () => void }) {
  const { data: settings } = useSettings();
  const form = useDraft(() => draftOf(profile));
  const draft = form.values;
  const { save, problems, saving } = useSaveProfile(profile, onClose);
  const { data: people = [] } = usePeople();
  const mayShare = people.length > 0 || profile?.shared === true;
  const listed = profile?.priceFrom === 'list' ? profile.price : null;
  const inherited = (name: string) => settings?.values.find(({ key }) => key === name)?.value;
  const shown = { ...form, problems };
  return (
    <FormDialog
      wide
      title={profile === null ? 'Add a profile' : profile.name}
      description="A profile is a model you can talk to, or that writes summaries for you."
      action={profile === null ? 'Add profile' : 'Save'}
      disabled={saving}
      problems={problems}
      onSave={() => void save(draft)}
      onClose={onClose}
    >
      <Fields fields={[...connectionFields(draft, profile), ...(mayShare ? [SHARED] : [])]} {...shown} />
      <Disclosure summary={<span className="font-medium">Prices</span>} defaultOpen={profile?.priceFrom === 'profile'}>
        <p className="py-3 text-ink-soft text-sm">
          Dollars per million tokens. Leave empty to use the price list{listed === null ? '' : ', whose numbers are shown'}.
        </p>
        <Fields fields={priceFields(listed)} className="grid grid-cols-2 gap-4 sm:grid-cols-4" {...shown} />
      </Disclosure>
      <Disclosure summary={<span className="font-medium">Window and thresholds</span>}>
        <Fields fields={[...SIZES, ...thresholdFields(inherited)]} {...shown} />
      </Disclosure>
    </FormDialog>
  );
}

/** Who answers, where, and with which key. The key goes in and never comes out. */
function connectionFields(draft: ProfileDraft, profile: Profile | null): readonly FormField[] {
  const { options, baseUrl, variables } = providerOf(draft.provider);
  const state = profile === null ? null : keyWords(profile);
  const environment = variables.join(' or ');
  const keyHelp = needsKeyAgain(draft, profile)
    ? 'The stored key was entered for another host and stays there. Enter the key for the new address.'
    : `Stored encrypted on this machine and never shown again. ${environment === '' ? 'Most local servers need none.' : `Without one, ${environment} of the environment is used.`}`;
  return [
    { name: 'name', label: 'Name', help: 'What you call it.', kind: { type: 'line' } },
    { name: 'provider', label: 'Provider', help: 'Who runs the model.', kind: { type: 'choice', options: PROVIDER_OPTIONS } },
    { name: 'model', label: 'Model', help: 'As the provider names it.', kind: { type: 'line' } },
    {
      name: 'baseUrl',
      label: 'Base URL',
      help: 'Only for a server of your own, a proxy or another region.',
      kind: { type: 'line', placeholder: baseUrl ?? 'the provider’s own' },
    },
    {
      name: 'key',
      label: 'Key',
      help: keyHelp,
      kind: { type: 'line', secret: true, placeholder: profile?.keyFrom === 'stored' ? 'Type to replace the stored key' : '' },
      ...(state !== null && { mark: <Badge tone={state.tone}>{state.text}</Badge> }),
    },
    ...(profile?.keyHeldBack?.from === 'environment'
      ? [
          {
            name: 'allowEnvironmentKey',
            label: `Send ${environment} of the environment to this host`,
            kind: { type: 'tick' },
          } as const,
        ]
      : []),
    ...(options === undefined
      ? []
      : [
          {
            name: 'options',
            label: 'Options',
            help: `What this provider needs besides a key, one “name = value” per line: ${options}.`,
            kind: { type: 'text', rows: 2 },
          } as const,
        ]),
  ];
}

/** What the model charges: the price list's numbers unless others are entered. */
function priceFields(listed: Price | null): readonly FormField[] {
  const price = (name: keyof ProfileDraft, of: keyof Price, label: string): FormField => ({
    name,
    label,
    spoken: `${label} price`,
    kind: { type: 'number', step: 0.1, empty: String(listed?.[of] ?? '') },
  });
  return [
    price('inputPrice', 'input', 'Input'),
    price('outputPrice', 'output', 'Output'),
    price('cacheReadsPrice', 'cacheRead', 'Cache reads'),
    price('cacheWritesPrice', 'cacheWrite', 'Cache writes'),
    {
      name: 'supportsPromptCache',
      label: 'Prompt cache',
      help: 'Whether the provider charges less for what it has seen before. Auto follows the prices.',
      kind: { type: 'choice', options: { auto: 'Auto', yes: 'Yes', no: 'No' } },
      wide: true,
    },
  ];
}

const SHARED: FormField = {
  name: 'shared',
  label: 'Everyone on this server can use it',
  help: 'They never see its key, and only administrators can change it.',
  kind: { type: 'tick' },
  wide: true,
};

const SIZE = { type: 'number', step: 1_000, empty: 'the model’s' } as const;
const SIZES: readonly FormField[] = [
  {
    name: 'contextWindow',
    label: 'Context window',
    help: 'Tokens of input and answer together. Empty: the model’s.',
    kind: SIZE,
  },
  {
    name: 'maxOutputTokens',
    label: 'Max output',
    help: 'The most tokens the model can answer with. Empty: the model’s.',
    kind: SIZE,
  },
];

/** Thresholds, where this profile differs from its model and the default. */
function thresholdFields(inherited: (name: string) => FormField['otherwise']): readonly FormField[] {
  return THRESHOLDS.map((name) => ({
    name,
    label: SETTINGS[name].title,
    help: SETTINGS[name].description,
    kind: { type: 'level', name, inherited: inherited(name) as number },
    wide: true,
  }));
}

const KEY_AGAIN = 'The stored key belongs to another host. Enter the key for this address.';

/** Saves a profile or adds one; what is refused stands beside its field. */
function useSaveProfile(profile: Profile | null, onSaved: () => void) {
  const { mutateAsync: add } = useAddProfile();
  const { mutateAsync: change } = useChangeProfile();
  const { save: run, problems, setProblems, saving } = useSave();
  const send = (draft: ProfileDraft, wish: ProfileWish) =>
    profile === null
      ? add({ ...wish, name: draft.name, provider: draft.provider, model: draft.model })
      : change({ id: profile.id, ...wish, expect: profile.version });
  const save = async (draft: ProfileDraft) => {
    const wrong = problemsOf(draft, profile);
    if (Object.keys(wrong).length > 0) return setProblems(wrong);
    const wanted = wishOf(draft, draftOf(profile));
    // Only a server that may want no key comes here without one for its new host; the old one is of no use to it.
    const wish = wanted.key === undefined && needsKeyAgain(draft, profile) ? { ...wanted, key: null } : wanted;
    const what = profile === null ? `${draft.name} added` : draft.name;
    const undo = profile === null ? null : undoOf(profile, wish, change);
    if (await run(() => send(draft, wish), what, undo)) onSaved();
  };
  return { save, saving, problems: byField(problems) };
}

function problemsOf(draft: ProfileDraft, profile: Profile | null): Problems {
  const { name, model, key, provider } = draft;
  const empty = Object.entries({ name, model }).filter(([, text]) => text.trim() === '');
  const needsKey = key.trim() === '' && provider !== 'openai-compatible' && needsKeyAgain(draft, profile);
  return {
    ...Object.fromEntries(empty.map(([field]) => [field, 'This must not be empty.'])),
    ...(needsKey ? { key: KEY_AGAIN } : {}),
  };
}

/** A threshold and an option stand in fields of their own name. */
function byField(problems: Problems): Problems {
  return Object.fromEntries(
    Object.entries(problems).map(([field, message]) => [
      field.replace('thresholds.', '').replace(/^options\..*/, 'options'),
      message,
    ]),
  );
}

/** A key that was replaced cannot come back, so such a change cannot be taken back whole. */
function undoOf(profile: Profile, wish: ProfileWish, change: (wish: ProfileWish & { id: string }) => Promise<unknown>) {
  if (wish.key !== undefined) return null;
  const { price, priceFrom } = profile;
  const own = priceFrom === 'profile' ? price : null;
  const before: ProfileWish = {
    ...profile,
    inputPrice: own?.input ?? null,
    outputPrice: own?.output ?? null,
    cacheReadsPrice: own?.cacheRead ?? null,
    cacheWritesPrice: own?.cacheWrite ?? null,
  };
  const touched: ProfileWish = Object.fromEntries(Object.entries(before).filter(([field]) => field in wish));
  return () => change({ id: profile.id, ...touched });
}

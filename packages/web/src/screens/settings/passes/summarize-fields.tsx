import { FAST_PROFILE, type SummarizeTerms } from '@tenfold/core';
import { useState } from 'react';
import { useProfiles } from '../../../queries/profiles.ts';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextArea } from '../../../ui/text-field.tsx';
import { NumberSetting } from './number-setting.tsx';

const CONDENSING = '';

/** Who summarises, how long a summary may be and what it is told. `onChange` gets what was there and what is said now. */
export function SummarizeFields<Terms extends SummarizeTerms>({
  terms,
  path,
  problems,
  onChange,
}: {
  terms: Terms;
  path: string;
  problems: Readonly<Record<string, string>>;
  onChange: (before: Terms, next: SummarizeTerms) => void;
}) {
  const { data: profiles = [] } = useProfiles();
  const { apiProfile, maxTokens, customPrompt } = terms;
  const [opened] = useState(customPrompt !== undefined);
  const set = (patch: { [Name in keyof SummarizeTerms]?: SummarizeTerms[Name] | undefined }) => {
    const next = { apiProfile, maxTokens, customPrompt, ...patch };
    onChange(
      terms,
      Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined && value !== '')) as SummarizeTerms,
    );
  };
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Field label="Profile" help="Who writes the summary." problem={problems[`${path}.apiProfile`]}>
        <Select
          label="Profile"
          value={apiProfile ?? CONDENSING}
          choices={[
            { value: CONDENSING, label: 'Condensing profile' },
            { value: FAST_PROFILE, label: 'Fast model of the provider' },
            ...profiles.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(id) => set({ apiProfile: id === CONDENSING ? undefined : id })}
        />
      </Field>
      <NumberSetting
        label="Summary limit (tokens)"
        help="Tokens a summary may have; a tenth of what it replaces when empty."
        value={maxTokens}
        placeholder="a tenth"
        step={100}
        problem={problems[`${path}.maxTokens`]}
        onChange={(value) => set({ maxTokens: value })}
      />
      <Disclosure summary="Own prompt" defaultOpen={opened} className="sm:col-span-2">
        <Field
          label="Own prompt"
          help="Replaces the built-in prompt. Must contain {conversation_history}; empty uses the built-in one."
          problem={problems[`${path}.customPrompt`]}
        >
          <TextArea
            label="Own prompt"
            value={customPrompt ?? ''}
            invalid={problems[`${path}.customPrompt`] !== undefined}
            onChange={(event) => set({ customPrompt: event.target.value })}
          />
        </Field>
      </Disclosure>
    </div>
  );
}

import { type Detail, type JsonObject, summaryPrompt, type Template } from '@tenfold/core';
import { useState } from 'react';
import { useChangeProfile, useProfiles } from '../../../queries/profiles.ts';
import { useSettings } from '../../../queries/settings.ts';
import { Button } from '../../../ui/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ScrollText } from '../../../ui/scroll-text.tsx';
import { Select } from '../../../ui/select.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { Fields, type FormField } from '../form/fields.tsx';
import { Group } from '../row/group.tsx';
import { AdvancedSettings } from '../row/setting-row.tsx';
import { settingAnchor } from '../search/setting-anchor.ts';
import { useSaveConfig } from '../strategy/use-save-config.ts';
import { useSave } from '../use-save.ts';
import { useSaveSettings } from '../use-save-setting.ts';
import { OwnPrompt } from './own-prompt.tsx';
import { PromptView } from './prompt-view.tsx';

const EVERYONE = '';

/** What a model is told when it writes a summary. */
export function PromptsSection() {
  const { config } = useSaveConfig('native');
  const [viewing, setViewing] = useState<JsonObject | null>(null);
  const builtIn = { template: (config.template ?? 'general') as Template, detail: (config.detail ?? 'detailed') as Detail };
  return (
    <>
      <Group
        title="Built-in prompt"
        help="Used by the Native strategy wherever no prompt of your own is set."
        actions={<Button label="Preview on a conversation" onClick={() => setViewing(builtIn)} />}
      >
        <TemplateChoice />
      </Group>
      <div id={settingAnchor('customPrompt')}>
        <Group
          title="Own prompt"
          help="Replaces the built-in prompt, for everyone or for one profile. A profile’s goes before the general one."
        >
          {config.customPrompt !== undefined && (
            <Notice tone="warning">Native’s own settings name a prompt too; that one is used before any of these.</Notice>
          )}
          <PromptLevels builtIn={builtIn} onPreview={(customPrompt) => setViewing({ ...builtIn, customPrompt })} />
        </Group>
      </div>
      <AdvancedSettings page="prompts" />
      {viewing !== null && <PromptView config={viewing} onClose={() => setViewing(null)} />}
    </>
  );
}

/** The prompt for everyone, or for one profile. */
function PromptLevels({
  builtIn,
  onPreview,
}: {
  builtIn: { readonly template: Template; readonly detail: Detail };
  onPreview: (prompt: string) => void;
}) {
  const { data: profiles = [] } = useProfiles();
  const { data: settings } = useSettings();
  const { save, problems } = useSaveSettings();
  const own = useSave();
  const { mutateAsync: changeProfile } = useChangeProfile();
  const [level, setLevel] = useState(EVERYONE);
  const profile = profiles.find(({ id }) => id === level);
  const general = settings?.settings.customPrompt?.value;
  const value = profile === undefined ? (typeof general === 'string' ? general : null) : profile.customPrompt;
  const keep = async (customPrompt: string | null) => {
    if (profile === undefined) return void (await save({ customPrompt }, 'Prompt for everyone'));
    const { id, name, customPrompt: before } = profile;
    const write = (prompt: string | null) => () => changeProfile({ id, customPrompt: prompt });
    await own.save(write(customPrompt), `Prompt of ${name}`, write(before));
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 py-3 text-sm">
        <span className="text-ink-soft">For</span>
        <Select
          label="Prompt for"
          value={level}
          choices={[
            { value: EVERYONE, label: 'Everyone', hint: general == null ? 'built-in prompt' : 'own prompt' },
            ...profiles.map(({ id, name, customPrompt }) => ({
              value: id,
              label: name,
              hint: customPrompt === null ? 'inherits' : 'own prompt',
            })),
          ]}
          onChange={setLevel}
        />
      </div>
      <OwnPrompt
        key={level}
        label={profile === undefined ? 'Prompt for everyone' : `Prompt of ${profile.name}`}
        value={value}
        builtIn={builtIn}
        refused={(profile === undefined ? problems : own.problems).customPrompt}
        onSave={(prompt) => void keep(prompt)}
        onPreview={onPreview}
      />
    </>
  );
}

const FIELDS: readonly FormField[] = [
  {
    name: 'template',
    label: 'Kind of talk',
    help: 'Technical keeps systems, versions, values and errors; coding also every path touched, code and what is still to do.',
    kind: { type: 'segments', options: { general: 'General', technical: 'Technical', coding: 'Coding' } },
  },
  {
    name: 'detail',
    label: 'Length',
    help: 'Detailed lets work go on from the summary alone; concise keeps facts, decisions, results and open ends.',
    kind: { type: 'segments', options: { detailed: 'Detailed', concise: 'Concise' } },
  },
];

/** Which built-in prompt Native uses. */
function TemplateChoice() {
  const { config, save, isPending } = useSaveConfig('native');
  const template = (config.template ?? 'general') as Template;
  const detail = (config.detail ?? 'detailed') as Detail;
  if (isPending) return <Spinner label="Loading…" />;
  return (
    <div className="grid gap-4 py-3">
      <Fields
        fields={FIELDS}
        values={{ template, detail }}
        problems={{}}
        className="grid gap-4"
        onChange={(name, next) =>
          void save({ ...config, [name]: String(next) }, `${name === 'detail' ? 'Length' : 'Template'}: ${String(next)}`)
        }
      />
      <Disclosure summary="Read the built-in prompt">
        <ScrollText label="Built-in prompt" text={summaryPrompt(template, detail)} />
      </Disclosure>
    </div>
  );
}

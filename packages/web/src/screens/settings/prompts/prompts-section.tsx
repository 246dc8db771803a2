import { useQuery } from '@tanstack/react-query';
import { api } from '@tenfold/contract';
import { type Detail, type JsonObject, type Message, summaryPrompt, type Template } from '@tenfold/core';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { keys } from '../../../queries/keys.ts';
import { useChangeProfile, useProfiles } from '../../../queries/profiles.ts';
import { useSettings } from '../../../queries/settings.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { whole } from '../../../ui/figures.ts';
import { Notice } from '../../../ui/notice.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { ScrollText } from '../../../ui/scroll-text.tsx';
import { Select } from '../../../ui/select.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { useChosenSession } from '../chosen-session.ts';
import { Fields, type FormField } from '../form/fields.tsx';
import { Group } from '../row/group.tsx';
import { AdvancedSettings } from '../row/setting-row.tsx';
import { settingAnchor } from '../search/setting-anchor.ts';
import { SessionPicker } from '../session-picker.tsx';
import { useSaveConfig } from '../strategy/use-save-config.ts';
import { useSave } from '../use-save.ts';
import { useSaveSettings } from '../use-save-setting.ts';
import { askWorker } from './ask-worker.ts';
import { OwnPrompt } from './own-prompt.tsx';
import type { PromptPreview } from './prompt-preview.ts';

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
          help="Replaces the built-in prompt, for everyone or for one profile. A profile’s own prompt takes precedence."
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
    label: 'Kind of conversation',
    help: 'Technical keeps systems, versions, values and errors. Coding also keeps every path touched, code and what is left to do.',
    kind: { type: 'segments', options: { general: 'General', technical: 'Technical', coding: 'Coding' } },
  },
  {
    name: 'detail',
    label: 'Length',
    help: 'Detailed lets work continue from the summary alone. Concise keeps facts, decisions, results and open ends.',
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

/** Newest messages a preview is made on. */
const MAX_MESSAGES = 500;

/** Exactly what a model would be asked about a conversation. Nobody is asked. */
function PromptView({ config, onClose }: { config: JsonObject; onClose: () => void }) {
  const session = useChosenSession();
  const { data, error, isFetching } = useQuery({
    queryKey: [...keys.session(session?.id ?? ''), 'prompt', config],
    enabled: session !== undefined,
    queryFn: () => preview(session?.id ?? '', config),
  });
  return (
    <Dialog
      wide
      onClose={onClose}
      title="What a model would be asked"
      description="Made on one of your conversations; nobody is asked and nothing is paid."
    >
      <div className="grid gap-3 pb-3">
        <SessionPicker label="Conversation" />
        {isFetching && <Spinner label="Putting it together…" />}
        {error !== null && <ProblemNotice error={error} />}
        {data === null && <p className="text-sm">Nothing in this conversation is old enough to be condensed.</p>}
        {data !== undefined && data !== null && (
          <>
            <p role="status" className="text-ink-soft text-sm">
              About {whole(data.tokens)} tokens{data.asks > 1 ? `, the first of ${data.asks} questions` : ''}.
            </p>
            <ScrollText label="The whole question" text={data.text} />
          </>
        )}
      </div>
    </Dialog>
  );
}

async function preview(session: string, config: JsonObject): Promise<PromptPreview | null> {
  const { entries } = await call(api.entries.list, { session, query: { limit: MAX_MESSAGES } });
  const messages = entries.map(({ role, parts }): Message => ({ role, parts }) as Message);
  const answer = await askWorker({ kind: 'preview', messages, config });
  if (answer.kind === 'failed') throw new Error(answer.message);
  return answer.kind === 'preview' ? answer.preview : null;
}

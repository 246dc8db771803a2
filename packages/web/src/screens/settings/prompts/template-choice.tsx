import { type Detail, summaryPrompt, type Template } from '@tenfold/core';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { ScrollText } from '../../../ui/scroll-text.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { Fields, type FormField } from '../form/fields.tsx';
import { useSaveConfig } from '../strategy/use-save-config.ts';

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
export function TemplateChoice() {
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

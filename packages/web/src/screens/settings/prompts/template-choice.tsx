import { type Detail, summaryPrompt, type Template } from '@tenfold/core';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { ScrollText } from '../../../ui/scroll-text.tsx';
import { Segmented } from '../passes/segmented.tsx';
import { useSaveConfig } from '../strategy/use-save-config.ts';

/** Which built-in prompt Native uses. */
export function TemplateChoice() {
  const { config, save } = useSaveConfig('native');
  const template = (config.template ?? 'general') as Template;
  const detail = (config.detail ?? 'detailed') as Detail;
  return (
    <div className="grid gap-4 py-3">
      <Segmented
        label="Kind of talk"
        help="Technical keeps systems, versions, values and errors; coding also every path touched, code and what is still to do."
        value={template}
        options={{ general: 'General', technical: 'Technical', coding: 'Coding' }}
        onChange={(next) => void save({ ...config, template: next }, `Template: ${next}`)}
      />
      <Segmented
        label="Length"
        help="Detailed lets work go on from the summary alone; concise keeps facts, decisions, results and open ends."
        value={detail}
        options={{ detailed: 'Detailed', concise: 'Concise' }}
        onChange={(next) => void save({ ...config, detail: next }, `Length: ${next}`)}
      />
      <Disclosure summary="Read the built-in prompt">
        <ScrollText label="Built-in prompt" text={summaryPrompt(template, detail)} />
      </Disclosure>
    </div>
  );
}

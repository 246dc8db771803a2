import { SETTING_NAMES, SETTINGS, type StrategyInfo } from '@tenfold/contract';
import { schemaFields } from '../form/schema-fields.ts';
import { SECTIONS } from '../sections.ts';
import type { Findable } from './find-settings.ts';
import { settingAnchor } from './setting-anchor.ts';

/** Words people use for what a page holds. */
const WORDS: Readonly<Record<string, string>> = {
  models: 'limits window context max input output tokens add custom reset',
  profiles: 'api key provider base url price cost cache test openai anthropic ollama',
  thresholds: 'percent trigger soft hard retention inherit auto condense',
  strategy: 'native lossless truncation smart comparison provider',
  passes: 'smart steps order drag selection batch individual suppress truncate summarize condition preview',
  presets: 'speed quality cost balanced import export share',
  prompts: 'template custom summary instructions general technical coding detailed concise',
  notifications: 'toast alert sound',
  appearance: 'theme dark light system colours mode',
  people: 'users accounts roles admin administrator tokens api quota usage share invite',
  data: 'export import backup storage token file folder home port host address environment variable flag',
  about: 'version license documentation help',
};

/** Everything there is to find: pages, the server's settings and the config of each strategy. */
export function allSettings(strategies: readonly StrategyInfo[]): Findable[] {
  return [
    ...SECTIONS.map(({ id, label, about }) => ({ section: id, title: label, help: about, words: WORDS[id] ?? '' })),
    ...SETTING_NAMES.map((name) => {
      const { page, title, description } = SETTINGS[name];
      return { section: page, anchor: settingAnchor(name), title, help: description, words: name };
    }),
    ...strategies.filter(({ id }) => id !== 'smart').flatMap(configFields),
  ];
}

function configFields({ id, name, schema }: StrategyInfo): Findable[] {
  return schemaFields(schema).map(({ name: key, label, help = '' }) => ({
    section: 'strategy',
    anchor: settingAnchor(`${id}-${key}`),
    title: `${name}: ${label}`,
    help,
    words: key,
  }));
}

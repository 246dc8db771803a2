import type { EffectiveValue, StrategyInfo } from '@tenfold/contract';
import type { JsonObject } from '@tenfold/core';
import { SECTIONS } from '../sections.ts';
import { SETTING_PLACES } from '../setting-controls.ts';
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
  data: 'export import backup storage token file folder home port host address environment variable flag',
  about: 'version licence documentation help',
};

/** Everything there is to find: pages, the server's settings and what each strategy can be told. */
export function allSettings(values: readonly EffectiveValue[], strategies: readonly StrategyInfo[]): Findable[] {
  return [
    ...SECTIONS.map(({ id, label, about }) => ({ section: id, title: label, help: about, words: WORDS[id] ?? '' })),
    ...values.flatMap(({ key, title, description }) => {
      const place = SETTING_PLACES[key];
      return place === undefined
        ? []
        : [{ section: place.section, anchor: settingAnchor(key), title, help: description, words: key }];
    }),
    ...strategies.filter(({ id }) => id !== 'smart').flatMap(configFields),
  ];
}

function configFields({ id, name, schema }: StrategyInfo): Findable[] {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, JsonObject>>;
  return Object.entries(properties).map(([key, { title = key, description = '' }]) => ({
    section: 'strategy',
    anchor: settingAnchor(`${id}-${key}`),
    title: `${name}: ${title}`,
    help: String(description),
    words: key,
  }));
}

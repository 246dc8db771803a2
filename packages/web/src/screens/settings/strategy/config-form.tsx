import type { StrategyInfo } from '@tenfold/contract';
import type { Json, JsonObject } from '@tenfold/core';
import { schemaFields } from '../form/schema-fields.ts';
import { ControlRow } from '../row/row.tsx';
import { settingAnchor } from '../search/setting-anchor.ts';

/** The settings of a strategy, made of its schema: defaults, help and checks are its own. */
export function ConfigForm({
  strategy: { id, schema, defaults },
  config,
  problems,
  onChange,
}: {
  strategy: StrategyInfo;
  /** Only what differs from the defaults. */
  config: JsonObject;
  problems: Readonly<Record<string, string>>;
  onChange: (config: JsonObject, what: string) => void;
}) {
  return (
    <div className="grid divide-y divide-line">
      {schemaFields(schema).map(({ name, label: title, help, kind }) => {
        const own = config[name];
        const problem = Object.entries(problems).find(([path]) => path === name || path.startsWith(`${name}[`))?.[1];
        return (
          <ControlRow
            key={name}
            id={settingAnchor(`${id}-${name}`)}
            title={title}
            help={help}
            changed={own !== undefined && JSON.stringify(own) !== JSON.stringify(defaults[name])}
            problem={problem}
            onReset={() => onChange(withConfig(config, name, null), `${title}: default`)}
            kind={kind}
            value={own ?? defaults[name] ?? null}
            onChange={(value) => onChange(withConfig(config, name, value), title)}
          />
        );
      })}
    </div>
  );
}

/** A config with a field set; what is null or blank leaves the choice to the default again. */
function withConfig(config: JsonObject, name: string, value: Json): JsonObject {
  const { [name]: _, ...others } = config;
  const nothing = value === null || (typeof value === 'string' && value.trim() === '');
  return nothing ? others : { ...others, [name]: value };
}

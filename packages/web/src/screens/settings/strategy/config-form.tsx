import type { StrategyInfo } from '@tenfold/contract';
import type { Json, JsonObject } from '@tenfold/core';
import { Row } from '../row/row.tsx';
import { settingAnchor } from '../search/setting-anchor.ts';
import { SchemaControl } from './schema-control.tsx';
import { schemaFields, withField } from './schema-field.ts';

/** What a strategy can be told, made of its schema: defaults, help and checks are its own. */
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
      {schemaFields(schema).map((field) => {
        const { name, title, help } = field;
        const own = config[name];
        const problem = Object.entries(problems).find(([path]) => path === name || path.startsWith(`${name}[`))?.[1];
        return (
          <Row
            key={name}
            id={settingAnchor(`${id}-${name}`)}
            title={title}
            help={help}
            changed={own !== undefined && JSON.stringify(own) !== JSON.stringify(defaults[name])}
            problem={problem}
            onReset={() => onChange(withField(config, name, null), `${title}: default`)}
          >
            <SchemaControl
              field={field}
              value={(own ?? defaults[name] ?? null) as Json}
              invalid={problem !== undefined}
              onChange={(value) => onChange(withField(config, name, value), title)}
            />
          </Row>
        );
      })}
    </div>
  );
}

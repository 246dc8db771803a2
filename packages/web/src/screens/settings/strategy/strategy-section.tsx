import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, type Session, type StrategyInfo } from '@tenfold/contract';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { keys } from '../../../queries/keys.ts';
import { usePresets } from '../../../queries/presets.ts';
import { useSetting, useStrategies } from '../../../queries/settings.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { whole } from '../../../ui/figures.ts';
import { Notice } from '../../../ui/notice.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { figuresFor } from '../../lab/figures.ts';
import { useChosenSession } from '../chosen-session.ts';
import { Group } from '../row/group.tsx';
import { settingAnchor, useTarget } from '../search/setting-anchor.ts';
import { SessionPicker } from '../session-picker.tsx';
import { useSaveSettings } from '../use-save-setting.ts';
import { type ComparisonLine, comparisonOf } from './comparison.ts';
import { ConfigForm } from './config-form.tsx';
import { useSaveConfig } from './use-save-config.ts';

/** Which strategy condenses, how they differ, and the settings of each. */
export function StrategySection() {
  const { data: strategies, error, refetch } = useStrategies();
  const strategyInUse = useSetting('strategy');
  const target = useTarget();
  const [tab, setTab] = useState<string | null>(null);
  if (error !== null) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (strategies === undefined || strategyInUse === undefined) return <Spinner label="Loading strategies…" />;
  const found = strategies.find(({ id }) => target.startsWith(settingAnchor(`${id}-`)))?.id;
  return (
    <>
      <div className="mb-8">
        <StrategyChoice strategies={strategies} />
      </div>
      <Group title="How they differ">
        <ComparisonTable strategies={strategies} />
      </Group>
      <Group title="Settings of each strategy" help="Every strategy keeps its own settings, whichever is in use.">
        <Tabs
          label="Strategy to set up"
          value={tab ?? found ?? strategyInUse}
          onChange={setTab}
          tabs={strategies.map((strategy) => ({
            value: strategy.id,
            label: strategy.name,
            content: <StrategyConfig strategy={strategy} />,
          }))}
        />
      </Group>
    </>
  );
}

const SPEED: Readonly<Record<string, string>> = { fast: 'Fast', medium: 'As fast as the model', slow: 'Slow' };

/** The strategy for everyone. A preset that is in use takes its place, so choosing a strategy puts the preset aside. */
function StrategyChoice({ strategies }: { strategies: readonly StrategyInfo[] }) {
  const strategyInUse = useSetting('strategy');
  const presetInUse = useSetting('preset');
  const { data: presets = [] } = usePresets();
  const { save } = useSaveSettings();
  const preset = presets.find(({ id }) => id === presetInUse);
  const choose = (id: string) => {
    const name = strategies.find((one) => one.id === id)?.name ?? id;
    void save({ strategy: id, ...(preset === undefined ? {} : { preset: null }) }, `Strategy: ${name}`);
  };
  return (
    <div id={settingAnchor('strategy')} className="grid gap-3">
      {preset !== undefined && (
        <Notice actions={<Button small label="Stop using it" onClick={() => void save({ preset: null }, 'No preset')} />}>
          The preset <strong>{preset.name}</strong> is in use; it takes the place of the strategy chosen here.
        </Notice>
      )}
      <RadioGroup
        aria-label="Strategy"
        value={preset === undefined ? (strategyInUse ?? '') : ''}
        onValueChange={(id) => choose(String(id))}
        className="grid gap-2"
      >
        {strategies.map((strategy) => (
          <StrategyCard key={strategy.id} strategy={strategy} />
        ))}
      </RadioGroup>
    </div>
  );
}

/** One strategy to choose, with what it is good for. */
function StrategyCard({ strategy: { id, name, description, capabilities } }: { strategy: StrategyInfo }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is Base UI's, inside.
    <label className="flex cursor-pointer items-start gap-3 rounded-xl border border-line bg-surface p-3 text-sm hover:bg-sunken has-data-checked:border-accent has-data-checked:bg-accent-soft">
      <Radio.Root
        value={id}
        className="mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-full border border-line-strong bg-surface data-checked:border-accent"
      >
        <Radio.Indicator className="size-2 rounded-full bg-accent" />
      </Radio.Root>
      <span className="min-w-0">
        <span className="inline-flex flex-wrap items-center gap-2 font-medium">
          {name}
          {capabilities.supportsLLMSummarization === true ? <Badge>Asks a model</Badge> : <Badge tone="normal">Free</Badge>}
          <Badge>{SPEED[String(capabilities.estimatedSpeed)] ?? ''}</Badge>
        </span>
        <span className="block text-ink-soft">{description}</span>
      </span>
    </label>
  );
}

/** The settings of one strategy. Each keeps its own, whichever is in use. */
function StrategyConfig({ strategy }: { strategy: StrategyInfo }) {
  const { config, save, problems, isPending } = useSaveConfig(strategy.id);
  if (strategy.id === 'smart')
    return (
      <p className="py-3 text-sm">
        Smart runs the steps you choose.{' '}
        <Link to="/settings/$section" params={{ section: 'passes' }} className="text-accent underline underline-offset-2">
          Edit its passes
        </Link>
      </p>
    );
  if (isPending) return <Spinner label="Loading…" />;
  return (
    <>
      <ConfigForm strategy={strategy} config={config} problems={problems} onChange={(next, what) => void save(next, what)} />
      {Object.keys(config).length > 0 && (
        <Button
          small
          label={`Back to ${strategy.name}’s defaults`}
          className="mt-2"
          onClick={() => void save({}, `${strategy.name}: defaults`)}
        />
      )}
    </>
  );
}

/** How the strategies differ, in words, and what each comes to on one of your conversations. */
function ComparisonTable({ strategies }: { strategies: readonly StrategyInfo[] }) {
  const session = useChosenSession();
  const { data: columns, isFetching, error } = useTried(session, strategies);
  const before = session?.status?.used ?? 0;
  return (
    <>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable without a mouse.
        tabIndex={0}
        aria-label="Comparison of strategies"
        className="overflow-x-auto rounded-xl border border-line bg-surface"
      >
        <table className="w-full min-w-[44rem] text-sm">
          <caption className="sr-only">How the strategies differ</caption>
          <thead>
            <tr className="border-line border-b text-left">
              <td className="w-40 p-2" />
              {strategies.map(({ id, name }) => (
                <th key={id} scope="col" className="p-2 font-semibold">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <ComparisonRows lines={comparisonOf(strategies)} strategies={strategies} />
          {columns !== undefined && (
            <ComparisonRows
              title={`Measured on “${session?.title ?? ''}”, from ${whole(before)} tokens`}
              lines={figuresFor([], before).map(({ name, title: help, of }) => ({
                name,
                ...(help === undefined ? {} : { help }),
                of: Object.fromEntries(columns.map((column) => [column.id, column.error ?? of(column)])),
              }))}
              strategies={strategies}
            />
          )}
        </table>
      </section>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <SessionPicker label="Measured on" />
        {isFetching && <Spinner label="Measuring…" />}
        {error !== null && <p className="text-critical text-sm">{error.message}</p>}
      </div>
    </>
  );
}

/** All strategies tried without paying: what asks a model is estimated. */
function useTried(session: Session | undefined, strategies: readonly StrategyInfo[]) {
  return useQuery({
    queryKey: [...keys.session(session?.id ?? ''), 'compared', session?.version],
    enabled: session !== undefined,
    staleTime: 60_000,
    queryFn: async () => {
      const wanted = { strategies: strategies.map(({ id }) => id), presets: [], run: false };
      return (await call(api.lab.compare, { session: session?.id ?? '', body: wanted })).columns;
    },
  });
}

/** Lines of a comparison, under a heading where they need one. */
function ComparisonRows({
  title,
  lines,
  strategies,
}: {
  title?: string;
  lines: readonly ComparisonLine[];
  strategies: readonly StrategyInfo[];
}) {
  return (
    <tbody>
      {title !== undefined && (
        <tr className="border-line border-t bg-sunken">
          <th scope="rowgroup" colSpan={strategies.length + 1} className="p-2 text-left font-medium">
            {title}
          </th>
        </tr>
      )}
      {lines.map(({ name, help, of }) => (
        <tr key={name} className="border-line border-t align-top first:border-t-0">
          <th scope="row" className="p-2 text-left font-normal text-ink-soft" title={help}>
            {name}
          </th>
          {strategies.map(({ id }) => (
            <td key={id} className="p-2 tabular-nums">
              {Object.hasOwn(of, id) ? of[id] : '–'}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

import { Link } from '@tanstack/react-router';
import type { StrategyInfo } from '@tenfold/contract';
import { useState } from 'react';
import { usePresets } from '../../../queries/presets.ts';
import { useSetting, useStrategies } from '../../../queries/settings.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { RadioCards } from '../../../ui/radio-cards.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { Group } from '../row/group.tsx';
import { settingAnchor } from '../search/setting-anchor.ts';
import { useTarget } from '../search/targeted.ts';
import { useSaveSettings } from '../use-save-setting.ts';
import { ComparisonTable } from './comparison-table.tsx';
import { ConfigForm } from './config-form.tsx';
import { useSaveConfig } from './use-save-config.ts';

/** Which strategy condenses, how they differ, and what each is told. */
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
      <Group title="What each is told" help="Every strategy keeps its own settings, whichever is in use.">
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

const SPEED: Readonly<Record<string, string>> = { fast: 'Fast', medium: 'Takes as long as a model', slow: 'Slow' };

/** The strategy for everyone. A preset that is in use takes its place, so choosing a strategy puts the preset aside. */
function StrategyChoice({ strategies }: { strategies: readonly StrategyInfo[] }) {
  const strategyInUse = useSetting('strategy');
  const presetInUse = useSetting('preset');
  const { data: presets = [] } = usePresets();
  const { save } = useSaveSettings();
  const preset = presets.find(({ id }) => id === presetInUse);
  return (
    <div id={settingAnchor('strategy')} className="grid gap-3">
      {preset !== undefined && (
        <Notice actions={<Button small label="Stop using it" onClick={() => void save({ preset: null }, 'No preset')} />}>
          The preset <strong>{preset.name}</strong> is in use; it takes the place of the strategy chosen here.
        </Notice>
      )}
      <RadioCards
        label="Strategy"
        value={preset === undefined ? (strategyInUse ?? '') : ''}
        onChange={(id) => {
          const name = strategies.find((one) => one.id === id)?.name ?? id;
          void save({ strategy: id, ...(preset === undefined ? {} : { preset: null }) }, `Strategy: ${name}`);
        }}
        options={strategies.map(({ id, name, description, capabilities }) => ({
          value: id,
          title: (
            <span className="inline-flex flex-wrap items-center gap-2">
              {name}
              {capabilities.supportsLLMSummarization === true ? <Badge>Asks a model</Badge> : <Badge tone="normal">Free</Badge>}
              <Badge>{SPEED[String(capabilities.estimatedSpeed)] ?? ''}</Badge>
            </span>
          ),
          text: description,
        }))}
      />
    </div>
  );
}

/** What one strategy is told. Each keeps its own, whichever is in use. */
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

import { useState } from 'react';
import { useSetting, useStrategies } from '../../../queries/settings.ts';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { Group } from '../row/group.tsx';
import { settingAnchor } from '../search/setting-anchor.ts';
import { useTarget } from '../search/targeted.ts';
import { ComparisonTable } from './comparison-table.tsx';
import { StrategyChoice } from './strategy-choice.tsx';
import { StrategyConfig } from './strategy-config.tsx';

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

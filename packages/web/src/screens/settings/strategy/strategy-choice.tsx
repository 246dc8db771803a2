import type { StrategyInfo } from '@tenfold/contract';
import { usePresets } from '../../../queries/presets.ts';
import { useSetting } from '../../../queries/settings.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { RadioCards } from '../../../ui/radio-cards.tsx';
import { settingAnchor } from '../search/setting-anchor.ts';
import { useSaveSettings } from '../use-save-setting.ts';

const SPEED: Readonly<Record<string, string>> = { fast: 'Fast', medium: 'Takes as long as a model', slow: 'Slow' };

/** The strategy for everyone. A preset that is in use takes its place, so choosing a strategy puts the preset aside. */
export function StrategyChoice({ strategies }: { strategies: readonly StrategyInfo[] }) {
  const strategyInUse = useSetting('strategy');
  const presetInUse = useSetting('preset');
  const { data: presets = [] } = usePresets();
  const { save } = useSaveSettings();
  const preset = presets.find(({ id }) => id === presetInUse);
  return (
    <div id={settingAnchor('strategy')} className="grid gap-3">
      {preset !== undefined && (
        <Notice
          actions={
            <Button small onClick={() => void save({ preset: null }, 'No preset')}>
              Stop using it
            </Button>
          }
        >
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

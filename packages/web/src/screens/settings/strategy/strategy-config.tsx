import { Link } from '@tanstack/react-router';
import type { StrategyInfo } from '@tenfold/contract';
import { Button } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { ConfigForm } from './config-form.tsx';
import { useSaveConfig } from './use-save-config.ts';

/** What one strategy is told. Each keeps its own, whichever is in use. */
export function StrategyConfig({ strategy }: { strategy: StrategyInfo }) {
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
        <Button small className="mt-2" onClick={() => void save({}, `${strategy.name}: defaults`)}>
          Back to {strategy.name}’s defaults
        </Button>
      )}
    </>
  );
}

import { useMemo } from 'react';
import { useStrategies } from '../../../queries/settings.ts';
import { allSettings } from './all-settings.ts';
import { type Findable, findSettings } from './find-settings.ts';

/** What a search finds among all settings. */
export function useFound(query: string): readonly Findable[] {
  const { data: strategies = [] } = useStrategies();
  const all = useMemo(() => allSettings(strategies), [strategies]);
  return useMemo(() => findSettings(all, query), [all, query]);
}

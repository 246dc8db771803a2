import type { SessionId } from '@tenfold/store';
import type { SessionLoader } from '../conversation/load-session.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Chooser } from '../settings/choices.ts';
import type { Presets } from '../settings/presets.ts';
import type { FoldScheduler } from './fold-scheduler.ts';

/** What folding by hand needs. */
export interface FoldingParts {
  readonly deps: Dependencies;
  readonly loader: SessionLoader;
  readonly chooser: Chooser;
  readonly presets: Presets;
  readonly scheduler: FoldScheduler;
  /** Tells everyone how full a session is now. */
  tellStatus(session: SessionId): Promise<void>;
}

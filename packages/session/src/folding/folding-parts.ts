import type { SessionId } from '@tenfold/store';
import type { SessionLoader } from '../conversation/load-session.ts';
import type { Ground } from '../ground.ts';
import type { Chooser } from '../settings/choices.ts';
import type { Presets } from '../settings/presets.ts';
import type { Folder } from './folder.ts';

/** What folding by hand needs. */
export interface FoldingParts {
  readonly ground: Ground;
  readonly loader: SessionLoader;
  readonly chooser: Chooser;
  readonly presets: Presets;
  readonly folder: Folder;
  /** Tells everyone how full a session is now. */
  tellStatus(session: SessionId): Promise<void>;
}

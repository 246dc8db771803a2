import type { SessionId } from '@tenfold/store';
import type { CheckpointView } from './checkpoints/checkpoints.ts';
import type { Job } from './folding/job.ts';

/** What a command did. */
export interface CommandResult {
  readonly ok: boolean;
  readonly message: string;
  readonly job?: Job;
  readonly checkpoint?: CheckpointView;
}

/** Slash commands. They never reach the model. */
export interface Commands {
  /** True for a line that is a command, known or not. */
  isCommand(line: string): boolean;
  /** `/compact [--force] [--fast] [--keep TOKENS]`, `/summarize`, `/save-progress ["label"]`. */
  run(session: SessionId, line: string): Promise<CommandResult>;
}

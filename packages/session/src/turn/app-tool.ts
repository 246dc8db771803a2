import type { Json, ToolDefinition } from '@tenfold/core';
import type { SessionId } from '@tenfold/store';

/** A tool of the app's that a model may call during a turn. */
export interface AppTool extends ToolDefinition {
  /** Tells checkpoints that a successful call wrote a file. */
  readonly writesFiles?: boolean;
  run(input: Json, call: { readonly id: string; readonly session: SessionId; readonly signal: AbortSignal }): Promise<string>;
}

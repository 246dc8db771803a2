import type { Json, JsonObject, ToolDefinition } from '@tenfold/core';
import type { SessionId, Store } from '@tenfold/store';
import type { Bulletin } from './bulletin.ts';
import type { Checkpoints } from './checkpoints/checkpoints.ts';
import type { Commands } from './commands.ts';
import type { Contexts } from './conversation/contexts.ts';
import type { Exchange } from './exchange/exchange.ts';
import type { Folding } from './folding/folding.ts';
import type { Lab } from './lab.ts';
import type { Memories } from './memories.ts';
import type { Metric, Metrics } from './metrics.ts';
import type { Projects } from './projects.ts';
import type { Recall } from './recall.ts';
import type { Recovery } from './recovery/recovery.ts';
import type { SecretBox } from './secret-box.ts';
import type { Sessions } from './sessions.ts';
import type { Models } from './settings/models.ts';
import type { Presets } from './settings/presets.ts';
import type { Profiles } from './settings/profiles.ts';
import type { Settings } from './settings/settings.ts';
import type { Turns } from './turn/turns.ts';

/** A tool of the app's that a model may call during a turn. */
export interface AppTool extends ToolDefinition {
  /** Tells checkpoints that a successful call wrote a file. */
  readonly writesFiles?: boolean;
  run(input: Json, call: { readonly session: SessionId; readonly signal: AbortSignal }): Promise<string>;
}

/** Where structured logs go. Nothing secret is ever in `facts`. */
export interface Log {
  info(event: string, facts?: JsonObject): void;
  warn(event: string, facts?: JsonObject): void;
  error(event: string, facts?: JsonObject): void;
}

/** What Tenfold stands on. */
export interface TenfoldOptions {
  readonly store: Store;
  /** Seals keys at rest; without one, keys come from the environment only. */
  readonly secrets?: SecretBox;
  /** Where providers' keys are looked for. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly fetch?: typeof fetch;
  /** Milliseconds since 1970, for what people see. */
  readonly now?: () => number;
  /** Milliseconds that only ever grow, for intervals. */
  readonly monotonic?: () => number;
  readonly log?: Log;
  readonly observe?: (metric: Metric) => void;
  readonly tools?: readonly AppTool[];
  /** What other processes that open the same store may know of this one: its pid, its URL. */
  readonly facts?: JsonObject;
  /** Names the machine's boot; a lease of another boot is dead. */
  readonly boot?: string;
}

/** The imperative shell around the engine: everything an app calls. */
export interface Tenfold {
  readonly sessions: Sessions;
  readonly turns: Turns;
  readonly contexts: Contexts;
  readonly folding: Folding;
  readonly checkpoints: Checkpoints;
  readonly recovery: Recovery;
  readonly recall: Recall;
  readonly memories: Memories;
  readonly lab: Lab;
  readonly commands: Commands;
  readonly settings: Settings;
  readonly models: Models;
  readonly profiles: Profiles;
  readonly presets: Presets;
  readonly projects: Projects;
  readonly exchange: Exchange;
  readonly metrics: Metrics;
  readonly events: Bulletin;
  /** Tells other processes more about this one, such as the URL it serves. */
  describe(facts: JsonObject): Promise<void>;
  /** Stops turns and folds in order, keeps what has come, and gives the lease back. The store stays open. */
  close(): Promise<void>;
}

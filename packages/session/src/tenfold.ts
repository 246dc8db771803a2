import type { AnyStrategy, JsonObject } from '@tenfold/core';
import type { Role, Store } from '@tenfold/store';
import type { AppFolds } from './app-folds.ts';
import type { Chains } from './chains/chains.ts';
import type { Checkpoints } from './checkpoints/checkpoints.ts';
import type { Commands } from './commands.ts';
import type { Contexts } from './conversation/contexts.ts';
import type { Exchange } from './exchange/exchange.ts';
import type { Folding } from './folding/folding.ts';
import type { Lab } from './lab.ts';
import type { Log } from './log.ts';
import type { Memories } from './memories.ts';
import type { Meter } from './meter.ts';
import type { Metric } from './metric.ts';
import type { Metrics } from './metrics.ts';
import type { People } from './people.ts';
import type { Projects } from './projects.ts';
import type { Recall } from './recall.ts';
import type { Recovery } from './recovery/recovery.ts';
import type { SecretBox } from './secret-box.ts';
import type { SessionEvents } from './session-events.ts';
import type { Sessions } from './sessions.ts';
import type { Models } from './settings/models.ts';
import type { Presets } from './settings/presets.ts';
import type { Profiles } from './settings/profiles.ts';
import type { Settings } from './settings/settings.ts';
import type { OperatorToolServer } from './tools/tool-server.ts';
import type { ToolServers } from './tools/tool-servers.ts';
import type { AppTool } from './turn/app-tool.ts';
import type { Turns } from './turn/turns.ts';

/** What Tenfold stands on. */
export interface TenfoldOptions {
  readonly store: Store;
  /** Seals keys at rest; without one, keys come from the environment only. */
  readonly secrets?: SecretBox;
  /** Where providers' keys are looked for. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** How models are called; by itself `guardedFetch`. */
  readonly fetch?: typeof fetch;
  /** False where not even administrators have private networks called; users never have. */
  readonly privateAddresses?: boolean;
  /** Milliseconds since 1970, for what people see. */
  readonly now?: () => number;
  /** Milliseconds that only ever grow, for intervals. */
  readonly monotonic?: () => number;
  readonly log?: Log;
  readonly observe?: (metric: Metric) => void;
  readonly tools?: readonly AppTool[];
  /** Servers of tools (MCP) that the operator names, for the owner of the store alone. */
  readonly toolServers?: readonly OperatorToolServer[];
  /** One person on a machine of their own: they may have commands run as servers of tools. */
  readonly mayRunCommands?: boolean;
  /** Strategies of one's own, with passes of one's own, beside those of the engine. */
  readonly strategies?: readonly AnyStrategy[];
  /** Whether this process does the work nobody waits for: folds beside the conversation, checkpoints, tidying; by itself it does. */
  readonly worker?: boolean;
  /** What other processes that open the same store may know of this one: its pid, its URL. */
  readonly facts?: JsonObject;
}

/** Who somebody is to the store, and what they may do. */
export interface Principal {
  readonly owner: string;
  readonly role: Role;
}

/** The imperative shell around the engine: everything an app calls. */
export interface Tenfold {
  readonly sessions: Sessions;
  readonly turns: Turns;
  /** Conversations of clients that resend them whole: what the gateway stands on. */
  readonly chains: Chains;
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
  /** Folds of conversations that apps keep themselves. */
  readonly appFolds: AppFolds;
  readonly toolServers: ToolServers;
  readonly metrics: Metrics;
  readonly events: SessionEvents;
  /** What the owner has used. */
  readonly usage: Meter;
  /** Those who share this server. */
  readonly people: People;
  /** Whose conversations these are. */
  readonly owner: string;
  /** The same for somebody else who shares this process; closed with it. */
  for(person: Principal): Promise<Tenfold>;
  /** Ways to condense that may be chosen. */
  readonly strategies: readonly AnyStrategy[];
  /** Tells other processes more about this one, such as the URL it serves. */
  describe(facts: JsonObject): Promise<void>;
  /**
   * For a process that leaves others behind: waits until no turn is under way here, whoever's, and has the others go on with what takes
   * longer than it may. False where a turn can only be cut.
   */
  leaveTurns(ms: number): Promise<boolean>;
  /** Stops turns and folds in order, keeps what has come, and gives the lease back. The store stays open. */
  close(): Promise<void>;
}

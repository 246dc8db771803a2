import type { FoldKind, JsonObject, Part, PassReport, Report, Role, Status, Target } from '@tenfold/core';

/** How full a session is, for lists. */
export interface MiniStatus {
  readonly used: number;
  readonly room: number;
  readonly percent: number;
  readonly level: Status['level'];
}

/** A conversation as the picker shows it. */
export interface Session {
  readonly id: string;
  readonly title: string;
  readonly kind: 'chat' | 'project' | 'knowledge-officer';
  readonly projectId: string | null;
  readonly profileId: string | null;
  readonly strategy: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly archivedAt: number | null;
  readonly entries: number;
  readonly checkpoints: number;
  readonly lastMessage: string | null;
  readonly branch: string;
  readonly version: number;
  readonly status?: MiniStatus;
}

/** A stand-in for one part of a message. */
export interface PartFold {
  readonly foldId: string;
  readonly index: number;
  readonly kind: FoldKind;
  readonly text: string;
}

/** One message of a session. */
export interface Entry {
  readonly id: string;
  readonly position: number;
  readonly role: Role;
  readonly parts: readonly Part[];
  readonly createdAt: number;
  readonly protected: boolean;
  readonly foldedBy: string | null;
  readonly partFolds: readonly PartFold[];
  readonly tokens: number;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly aborted?: boolean;
  readonly model?: string;
}

/** A page of messages, oldest first. */
export interface EntryPage {
  readonly entries: readonly Entry[];
  readonly total: number;
  readonly hasMore: boolean;
}

/** A fold under way or just over. */
export interface Job {
  readonly id: string;
  readonly session: string;
  readonly state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled' | 'skipped';
  readonly trigger: 'soft' | 'hard' | 'manual';
  readonly strategy: string;
  readonly strategyName: string;
  readonly pass: number;
  readonly passes: number;
  readonly passName: string;
  readonly scope: string;
  /** Position its divider will stand before, as far as can be told. */
  readonly at: number | null;
  readonly startedAt: number;
  /** Null while it is under way. */
  readonly endedAt: number | null;
  /** Branch it works on; null where it is not known. */
  readonly branch: string | null;
  readonly reason?: string;
  readonly runId?: string;
  readonly fast: boolean;
}

/** A message that was sent and is not in the record yet. */
export interface QueuedMessage {
  readonly id: string;
  readonly text: string;
  readonly attachments: readonly { readonly name: string; readonly mediaType: string; readonly bytes: number }[];
  readonly idempotencyKey: string | null;
  readonly since: number;
  /** `waiting` stands behind an answer under way; `left` was in line when its server ended. */
  readonly state: 'waiting' | 'left';
}

/** What the gauge shows; the trigger reads the same. */
export interface ContextStatus extends Status {
  readonly version: number;
  readonly folding: Job | null;
  readonly cooldownSeconds: number;
  readonly breakerOpen: boolean;
  readonly text: string;
}

/** Evidence kept, by kind. */
export type EvidenceScore = Readonly<Record<string, { readonly found: number; readonly kept: number } | undefined>>;

/** What a fold costs and saves. */
export interface NetEffect {
  readonly summarizer: number;
  readonly rewrite: number;
  readonly perTurn: number;
  readonly payback: number | null;
  readonly net: number;
}

/** What a fold covers, by position, and what it weighs. */
export interface FoldReach {
  readonly kind: FoldKind;
  readonly from: number;
  readonly to: number;
  readonly before: number;
  readonly after: number;
}

/** A run of folds, as its divider tells of it. */
export interface Run {
  readonly id: string;
  readonly trigger: Job['trigger'];
  readonly strategy: string;
  readonly strategyName: string;
  /** Who answered: models, or the embedded summariser. */
  readonly by: readonly string[];
  readonly before: number;
  readonly after: number;
  readonly messagesBefore: number;
  readonly messagesAfter: number;
  readonly folds: readonly (FoldReach & { readonly id: string })[];
  readonly report: Report;
  readonly text: string;
  readonly divider: string;
  readonly cost: number | null;
  readonly estimatedCost: number | null;
  readonly saved: number | null;
  readonly payback: number | null;
  readonly evidence: EvidenceScore | null;
  readonly seconds: number;
  readonly createdAt: number;
  readonly outcome: 'done' | 'degraded' | 'skipped' | 'failed' | 'cancelled' | 'undone';
  readonly rating: number | null;
  readonly active: boolean;
  readonly at: number;
}

/** One stand-in. */
export interface FoldView {
  readonly id: string;
  readonly run: string;
  readonly group?: string;
  readonly kind: FoldKind;
  readonly target: Target;
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly by: string;
  readonly before: number;
  readonly after: number;
  readonly lossless: boolean;
  readonly evidence?: EvidenceScore;
  readonly active: boolean;
  readonly covered: boolean;
  readonly createdAt: number;
  readonly edited: boolean;
}

/** A run before anything is paid. */
export interface Estimate {
  readonly before: number;
  readonly after: number;
  readonly messagesFolded: number;
  readonly folds: readonly FoldReach[];
  readonly passes: readonly PassReport[];
  readonly asks: number;
  /** Null where the summariser's price is not known. */
  readonly cost: number | null;
  readonly costLow: number | null;
  readonly costHigh: number | null;
  readonly netEffect: NetEffect | null;
  readonly profiles: readonly {
    readonly profileId: string;
    readonly name: string;
    readonly model: string;
    readonly cost: number;
    readonly saving: number;
    readonly fits: boolean;
    readonly recommended: boolean;
  }[];
  readonly warnings: readonly string[];
  readonly text: string;
}

/** A labelled head. */
export interface Checkpoint {
  readonly id: string;
  readonly label: string;
  readonly tags: readonly ('code' | 'decision' | 'error-resolved' | 'before-fold' | 'before-restore' | 'manual')[];
  readonly createdAt: number;
  readonly branch: string;
  readonly position: number;
  readonly entries: number;
  readonly tokens: number | null;
  readonly model: string | null;
  readonly automatic: boolean;
}

/** A named head. */
export interface Branch {
  readonly name: string;
  readonly current: boolean;
  readonly entries: number;
  readonly updatedAt: number;
}

/** A fact that would be missed, and whether it can still be read afterwards. */
export interface LabProbe {
  readonly kind: string;
  readonly text: string;
  /** Entry that says it; null where only a summary does. */
  readonly entry: string | null;
  readonly position: number;
  readonly kept: boolean;
}

/** One strategy or preset tried on a conversation. */
export interface LabColumn {
  readonly id: string;
  readonly name: string;
  readonly kind: 'strategy' | 'preset';
  readonly tokens: number;
  readonly cost: number | null;
  readonly payback: number | null;
  readonly ms: number;
  readonly evidence: EvidenceScore | null;
  /** Null where nothing was measured. */
  readonly probes: readonly LabProbe[] | null;
  readonly free: boolean;
  readonly estimated: boolean;
  readonly error?: string;
  readonly folds: readonly (FoldReach & { readonly text: string })[];
  readonly report: Report | null;
}

/** Where a word was found. */
export interface SearchHit {
  readonly entryId: string;
  readonly position: number;
  readonly snippet: string;
  readonly inContext: boolean;
  readonly role: Role;
  readonly sessionId?: string;
  readonly title?: string;
}

/** A session that ended abnormally. */
export interface RecoverableSession {
  readonly session: Session;
  readonly prompt: string;
  readonly checkpoint: Checkpoint | null;
  readonly what: string;
  readonly partial: string | null;
}

/** A strategy with what its config looks like. */
export interface StrategyInfo {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly capabilities: Readonly<Record<string, boolean | string>>;
  readonly schema: JsonObject;
  readonly defaults: JsonObject;
}

import type { JsonObject, Report } from '@tenfold/core';
import type { SessionId } from '@tenfold/store';

/** One way to condense, tried on a session. */
export interface LabColumn {
  readonly id: string;
  readonly name: string;
  readonly kind: 'strategy' | 'preset';
  readonly tokens: number;
  readonly cost: number | null;
  readonly payback: number | null;
  readonly ms: number;
  /** Facts of each kind found and kept; null where nothing was measured. */
  readonly evidence: JsonObject | null;
  /** No model call. */
  readonly free: boolean;
  /** Numbers are a dry run's. */
  readonly estimated: boolean;
  readonly error?: string;
  readonly report: Report | null;
}

/** What to try. */
export interface LabRequest {
  readonly strategies?: readonly string[];
  readonly presets?: readonly string[];
  /** Ask models too; otherwise only what is free is run and the rest estimated. */
  readonly run?: boolean;
  readonly target?: number;
}

/** All strategies on one's own transcript, side by side. Nothing is changed. */
export interface Lab {
  compare(session: SessionId, request?: LabRequest): Promise<readonly LabColumn[]>;
}

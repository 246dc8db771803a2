export { JsonFault, JsonFeed } from '@tenfold/dialects';
export type { Checkpoints, CheckpointTag, CheckpointView } from './checkpoints/checkpoints.ts';
export type { CommandResult, Commands } from './commands.ts';
export type {
  ContextPage,
  ContextPart,
  ContextRow,
  Contexts,
  PastContextPage,
  PastRequest,
  PastRequests,
} from './conversation/contexts.ts';
export type { ContextStatus } from './conversation/status.ts';
export type { Exchange, ExportedFile, Imported } from './exchange/exchange.ts';
export type { Folding, FoldRequest, HeadChange } from './folding/folding.ts';
export type { Job, JobState } from './folding/job.ts';
export type { FoldEstimate, FoldSummary, FoldView, ProfileEstimate, Run } from './folding/run-record.ts';
export type { Lab, LabColumn, LabProbe, LabRequest } from './lab.ts';
export type { Log } from './log.ts';
export type { Memories, Memory } from './memories.ts';
export type { Metric } from './metric.ts';
export type { DaySummary, Metrics, MetricsSummary } from './metrics.ts';
export { type ListedModel, listedModel } from './price-list.ts';
export type { Projects, ProjectView } from './projects.ts';
export type { Passage, Recall, SearchHit } from './recall.ts';
export { bootId, isGone, livingProcesses } from './recovery/process-lease.ts';
export type { RecoverableSession, Recovery, Trouble } from './recovery/recovery.ts';
export { damagedSessions, missingEntries } from './recovery/troubles.ts';
export { openSecretBox, type SecretBox, SecretUnreadable, secretBox } from './secret-box.ts';
export { SessionError } from './session-error.ts';
export type { SessionEvents } from './session-events.ts';
export type {
  Branch,
  ClientMessage,
  EntryPage,
  EntryView,
  KeptText,
  MiniStatus,
  NewSession,
  PartFold,
  Session,
  SessionPatch,
  Sessions,
} from './sessions.ts';
export type { Models, ModelView, ModelWish } from './settings/models.ts';
export type { Presets, PresetView, PresetWish } from './settings/presets.ts';
export type { Profiles, ProfileTest, ProfileThresholds, ProfileView, ProfileWish } from './settings/profiles.ts';
export { unreadableKeys } from './settings/ready-profile.ts';
export type { Settings } from './settings/settings.ts';
export { openTenfold, type Tenfold, type TenfoldOptions } from './tenfold.ts';
export { translateError } from './translate-error.ts';
export type { AppTool } from './turn/app-tool.ts';
export type { QueuedMessage } from './turn/queued-message.ts';
export type { TurnEvent, TurnOutcome } from './turn/turn-event.ts';
export type { ClientAttachment, TurnRequest, Turns } from './turn/turns.ts';
export { InvalidRequest } from './upstream/checked-fetch.ts';
export { type Endpoint, IncompleteProfile, PROVIDERS, type Provider } from './upstream/endpoint.ts';
export { guardedFetch, type NetworkPolicy } from './upstream/guarded-fetch.ts';
export { environmentKey, keyVariables } from './upstream/provider-keys.ts';
export { upstreamFor } from './upstream/upstream.ts';

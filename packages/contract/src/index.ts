export { api } from './api.ts';
export { Branch, Segment } from './branches.ts';
export { Checkpoint } from './checkpoint.ts';
export { ContextPage, ContextPart, ContextRow, PastContextPage, PastRequest, PastRequests, WireBody } from './context.ts';
export type {
  AlsoGiven,
  AnswerGiven,
  AnswerOf,
  AskOf,
  BodyOf,
  Endpoint,
  EventOf,
  Media,
  Method,
  ParamsOf,
  QueryOf,
} from './endpoint.ts';
export { EntryPage, KeptText } from './entries.ts';
export { ExportFormat } from './exchange.ts';
export {
  CondenseRequest,
  Estimate,
  EvidenceScore,
  FactsOfKind,
  FoldReach,
  FoldView,
  NetEffect,
  PassReport,
  ProfileEstimate,
  Report,
  Run,
} from './fold.ts';
export { LabColumn, LabProbe, LabRequest } from './lab.ts';
export { Memory } from './memories.ts';
export { ClientAttachment, ClientMessage, Entry, FoldKind, Part, PartFold, QueuedMessage, Role } from './message.ts';
export { MetricsSummary, RunTotals } from './metrics.ts';
export { ModelLimits, ModelWish } from './models.ts';
export { Person, Token, TokenScope } from './people.ts';
export { Preset, PresetWish } from './presets.ts';
export { PROBLEMS, ProblemBody, ProblemCode } from './problem.ts';
export { processApi } from './process.ts';
export { Connectable, ListedModels, Price, Profile, ProfileTest, ProfileThresholds, ProfileWish, Provider } from './profile.ts';
export { Project } from './projects.ts';
export { RecoverableSession, type Trouble } from './recovery.ts';
export { answerOf, requestOf, type WireRequest } from './request.ts';
export { SearchHit } from './search.ts';
export { type ServerSent, serverSent } from './server-sent.ts';
export { Level, MiniStatus, NewSession, Session, SessionKind, SessionPatch } from './session.ts';
export { type EventData, type EventType, SessionEvent } from './session-event.ts';
export {
  isForEverybody,
  isSettingName,
  SETTING_NAMES,
  SETTINGS,
  type SettingName,
  type SettingValue,
} from './setting.ts';
export type { Setting, SettingKind, SettingScope } from './setting-kind.ts';
export { Effective, EffectiveValue, GlobalSettings, Origin, SettingsDiff } from './settings.ts';
export { isCommand, nearestCommand } from './slash-command.ts';
export { StartupValue } from './startup.ts';
export { ContextStatus, DetailedStatus, Job, Trigger } from './status.ts';
export { StrategyConfig, StrategyInfo } from './strategies.ts';
export { Approval, Decision, NewToolServer, OfferedIn, ToolServer, ToolServerPatch, WaitingCall } from './tool-servers.ts';
export { PassedRequest, TrafficSums } from './traffic.ts';
export { TurnChunk } from './turn-chunk.ts';
export { MESSAGE_LIMIT, TurnWish } from './turns.ts';

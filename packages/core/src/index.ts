export { asJson } from './as-json.ts';
export type { Answer, Ask, FlatAsk, Scope, Usage } from './ask.ts';
export { addUsage, promptOf, writeBeside } from './ask-answers.ts';
export { prefixesIn, prefixHash, type ThinkingBinding, withBoundThinking } from './bound-thinking.ts';
export { type Budget, budgetFor, budgetOf, type CheckedBudget, goalAfterRefusal, InvalidLimits } from './budget.ts';
export type { BudgetLevel, BudgetSettings } from './budget-settings.ts';
export { CannotFit, type Held } from './cannot-fit.ts';
export {
  type AnsweredText,
  answerEach,
  answerWith,
  type Condensed,
  type CondenseOptions,
  condense,
  dryRun,
  EMBEDDED_WINDOW,
  embeddedAnswerer,
  type Messages,
  type PlanOptions,
  planFor,
  planOn,
  status,
} from './condense.ts';
export { type Condensing, condenseLoop, type Outcome } from './condense-loop.ts';
export {
  type Conversation,
  conversationOf,
  type Head,
  headOf,
  openHead,
  positionsOf,
  protect,
  rememberPositions,
  UnknownPosition,
  unprotect,
} from './conversation.ts';
export { type Comparison, compareProfiles, type ProfileCost } from './cost/compare-profiles.ts';
export { type Estimate, estimateRun } from './cost/estimate.ts';
export { type Change, EXPECTED_TURNS, type NetEffect, netEffect } from './cost/net-effect.ts';
export { type Accounting, accountingOf, costOf, type Price } from './cost/price.ts';
export type { PricedProfile } from './cost/profile.ts';
export { countingOf, FAMILIES, type Family, type ModelCounting, OTHER_MODELS } from './count/families.ts';
export { type ImageCost, imageTokens, type PixelSize } from './count/image-cost.ts';
export {
  type Calibration,
  counterFor,
  factorOf,
  isCalibrated,
  type ModelCalibration,
  observe,
  observeRefusal,
  UNCALIBRATED,
} from './count/model-counter.ts';
export { countSlices } from './count/slices.ts';
export { counterFault, installRanks } from './count/tables.ts';
export { countText } from './count/text.ts';
export type { Factors, LatinKind, Mixture, ScriptKind, TextKind } from './count/text-kind.ts';
export { type CounterFault, CounterUnavailable } from './count/unavailable.ts';
export { counted, formatCount } from './counted.ts';
export type { Counter } from './counter.ts';
export { type CutLimit, cutText, graphemeStart, SUPPRESSED, TRUNCATED } from './cut.ts';
export { embeddedAnswer } from './embedded/answer.ts';
export { fence, neutralise, SUMMARY_PREFIX } from './fence.ts';
export type { Fold, FoldId, FoldKind, GroupId, Origin, PartTarget, RunId, Span, Target } from './fold.ts';
export { contentHash, type Hash } from './hash.ts';
export { isLong, jsonInPieces, lettersIn } from './json-in-pieces.ts';
export { breakMarks } from './marks.ts';
export {
  type Attachment,
  type Frame,
  holdsFiles,
  type Json,
  type JsonObject,
  type Message,
  messageText,
  type Opaque,
  type Part,
  type Reasoning,
  type ResultPart,
  type Role,
  resultText,
  type Text,
  type ToolCall,
  type ToolDefinition,
  type ToolResult,
  textMessage,
} from './message.ts';
export {
  findModel,
  type Model,
  type ModelSource,
  modelFor,
  models,
  UNKNOWN_MODEL,
} from './models.ts';
export type { Operation, SummarizeTerms } from './operation.ts';
export type { Condition, Draft, Pass, Problem } from './pass.ts';
export { batchPass } from './passes/batch.ts';
export type { BatchConfig } from './passes/batch-config.ts';
export { type IndividualConfig, individualPass, type Operations } from './passes/individual.ts';
export {
  type Composition,
  EMPTY_COMPOSITION,
  expandPastes,
  followField,
  LONG_PASTE,
  type LongText,
  markAround,
  markOf,
  pasteInto,
  typeInto,
} from './paste.ts';
export type { Plan } from './plan.ts';
export { InvalidPreset, PRESET_VERSION, type PresetFile, readPreset, writePreset } from './presets/preset-file.ts';
export { FAST_PROFILE, findPreset, type Preset, presets } from './presets/presets.ts';
export { project, render, rowTokens, tokensOf } from './project.ts';
export {
  type Detail,
  HISTORY_SLOT,
  MAX_PROMPT_TOKENS,
  promptProblem,
  SECTIONS,
  summaryPrompt,
  type Template,
} from './prompts.ts';
export { type Provenance, type ProvenanceSource, provenance } from './provenance.ts';
export {
  dollars,
  formatDivider,
  formatReport,
  type Means,
  type PassReport,
  type Refusal,
  type Report,
  type ReportExtras,
  reduction,
} from './report.ts';
export { type Retained, type Retention, retainedFrom, retentionIn } from './retention.ts';
export type { Range, Rule } from './rules/rule.ts';
export { rangeAt } from './rules/units.ts';
export { type Seams, seamsOf } from './seam.ts';
export { type ContentType, type CustomSelection, contentType, type Selection } from './selection.ts';
export {
  type About,
  choice,
  fields,
  flag,
  lengthProblem,
  list,
  MAX_DESCRIPTION,
  MAX_NAME,
  maybe,
  type Shape,
  schemaOf,
  variants,
  whole,
  words,
} from './shape.ts';
export type { Breakdown, ContentKind } from './status.ts';
export {
  type Fullness,
  formatStatus,
  fullnessOf,
  type Level,
  levelOf,
  type Measurable,
  type Measured,
  type Need,
  needOf,
  type Status,
  statusOf,
} from './status.ts';
export { type LosslessConfig, lossless } from './strategies/lossless.ts';
export { type NativeConfig, native } from './strategies/native.ts';
export { InvalidStrategies, strategiesIn, withOwn } from './strategies/own-strategies.ts';
export { findStrategy, type Prepared, preparePasses, strategies, UnknownStrategy } from './strategies/registry.ts';
export {
  type LosslessOperations,
  type SmartBatch,
  type SmartConfig,
  type SmartIndividual,
  type SmartOperation,
  type SmartPass,
  type SmartSelection,
  smart,
  smartDefaults,
} from './strategies/smart.ts';
export { type TruncationConfig, truncation } from './strategies/truncation.ts';
export type { AnyStrategy, Capabilities, FieldProblem, Schema, Strategy } from './strategy.ts';
export {
  type Inheritable,
  MAX_CONDENSE_THRESHOLD,
  MIN_CONDENSE_THRESHOLD,
  type SettingWarning,
  type Source,
  type Sourced,
  TOKEN_BUFFER_PERCENTAGE,
} from './threshold.ts';
export {
  append,
  type Entry,
  type EntryId,
  entryId,
  entryIdInSlices,
  identity,
  type Transcript,
  transcriptOf,
} from './transcript.ts';
export { FoldCovered, NoSuchFold, peel, undoRun } from './undo.ts';
export { onUnsent } from './unsent.ts';
export type { EntryRow, Row, StandInRow, View } from './view.ts';

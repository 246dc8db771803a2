export type { FactPlace } from './fact-wordings.ts';
export { type Fact, factsIn, type Half, plantFacts } from './facts.ts';
export { HARMLESS, HAZARDS, type Hazard } from './hazards.ts';
export { hostileFile } from './hostile-file.ts';
export { type Law, LawBroken } from './laws/law.ts';
export { type LawCase, lawCase, SUMMARIZERS } from './laws/law-case.ts';
export { holdTo, type LawOptions, lawsWith, type StrategyLaw, strategyLaws } from './laws/strategy-laws.ts';
export { type Engine, engine, type Moment, type Trial, type TrialRun, tryOut } from './laws/trial.ts';
export { injectionPayloads } from './payloads.ts';
export { type Random, randomOf } from './random.ts';
export { looseSeams, plainView, unitCounter } from './stand-ins.ts';
export {
  echoingSummarizer,
  emptySummarizer,
  failingSummarizer,
  goodSummarizer,
  hostileSummarizer,
  hugeSummarizer,
  type Summarizer,
  type SummarizerName,
  summarizersFor,
  throwingSummarizer,
  toolCallingSummarizer,
} from './summarizers.ts';
export { type GeneratedTranscript, generateTranscript, type TalkKind, type TranscriptWish } from './transcript.ts';

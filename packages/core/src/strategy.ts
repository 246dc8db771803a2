import type { JsonObject } from './message.ts';
import type { Pass } from './pass.ts';

/** What a strategy can do, for pickers and help texts. */
export interface Capabilities {
  readonly supportsLossless: boolean;
  readonly supportsBatchMode: boolean;
  readonly supportsIndividualMode: boolean;
  readonly supportsMultiPass: boolean;
  readonly supportsLLMSummarization: boolean;
  readonly estimatedSpeed: 'fast' | 'medium' | 'slow';
}

/** A list of passes with a name. Estimates are not written per strategy: they are a dry run of the same loop. */
export interface Strategy<Config extends object = never> {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly capabilities: Capabilities;
  readonly config: Schema<Config>;
  passes(config: Config): readonly Pass[];
}

/** A strategy whose config type does not matter to the holder. */
export type AnyStrategy = Strategy<object>;

/** What a config looks like, what each field means, and whether a given one is right. */
export interface Schema<Config extends object> {
  readonly defaults: Config;
  /** JSON Schema (draft 2020-12) with a title and description for each field. */
  readonly json: JsonObject;
  /** Problems by field; none when the config is right. */
  validate(config: unknown): readonly FieldProblem[];
}

/** One field of a config that is not right. */
export interface FieldProblem {
  /** Dotted path of the field, empty for the whole. */
  readonly field: string;
  readonly message: string;
}

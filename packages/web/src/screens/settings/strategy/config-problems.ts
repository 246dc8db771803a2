import { CounterUnavailable, findStrategy, type JsonObject, UnknownStrategy } from '@tenfold/core';

/** What a strategy says of a config, by field; nothing when it is right. The engine's own check. */
export function configProblems(strategy: string, config: JsonObject): Readonly<Record<string, string>> {
  try {
    const problems = findStrategy(strategy).config.validate(config);
    return Object.fromEntries(problems.map(({ field, message }) => [field, message]));
  } catch (error) {
    // Only a prompt so long that it must be counted needs the table, and the server alone knows strategies of one's own: it checks.
    if (error instanceof CounterUnavailable || error instanceof UnknownStrategy) return {};
    throw error;
  }
}

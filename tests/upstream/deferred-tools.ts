import type { JsonObject } from '@tenfold/core';

/** What Anthropic refuses about tools that the model has to look up. */
export function deferredRefusals({ tools }: JsonObject): readonly string[] {
  const list = (Array.isArray(tools) ? tools : []) as readonly JsonObject[];
  const deferred = list.filter(({ defer_loading }) => defer_loading === true);
  const cached = deferred.filter(({ cache_control }) => cache_control !== undefined);
  return [
    ...(list.length > 0 && deferred.length === list.length
      ? ['All tools have defer_loading set. At least one tool must be non-deferred.']
      : []),
    ...cached.map(({ name }) => `Tool '${name}' cannot have both defer_loading and cache_control set.`),
  ];
}

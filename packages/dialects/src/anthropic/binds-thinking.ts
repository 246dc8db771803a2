/** Families of models that bind their thinking to all before it, and the version each began with. */
const SINCE: Readonly<Record<string, readonly [major: number, minor: number]>> = {
  opus: [5, 5],
  sonnet: [5, 5],
  haiku: [5, 5],
  fable: [5, 1],
  mythos: [5, 1],
};

/** Whether a refusal says that some thinking was made on something else than what stands before it, or was altered. */
export function refusesThinking(said: string): boolean {
  return /Invalid `signature` in `thinking` block|`thinking` or `redacted_thinking` blocks [^`]{0,60} cannot be modified/.test(
    said,
  );
}

/** Whether a model refuses thinking behind a prefix other than the one it was made on (docs of Claude's thinking; C17). */
export function bindsThinking(model: string): boolean {
  const [, family = '', major, minor] = /claude-([a-z]+)-(\d+)(?:[-.](\d{1,2}))?(?![\d])/.exec(model) ?? [];
  const since = SINCE[family];
  if (since === undefined) return false;
  const version = [Number(major), Number(minor ?? 0)] as const;
  return version[0] > since[0] || (version[0] === since[0] && version[1] >= since[1]);
}

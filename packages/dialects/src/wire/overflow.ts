/** Ways in which APIs and servers say that a request is longer than the model takes. */
const SAID: readonly RegExp[] = [
  /context_length_exceeded/i,
  /context_window_exceeded/i,
  /maximum context length/i,
  /exceeds the context window/i,
  /prompt is too long/i,
  /input is too long/i,
  /input length and `?max_tokens`? exceed/i,
  /exceed(?:s|ed)? (?:the )?(?:model'?s? )?(?:maximum )?(?:context|token) (?:limit|length|window|size)/i,
  /input token count.{0,40}exceeds the maximum/i,
  /exceeds the (?:available|configured|maximum) context size/i,
  /request (?:entity )?too large for model/i,
  /request_too_large/i,
  /too many (?:input )?tokens/i,
  /reduce the length of (?:the messages|your prompt|the input)/i,
  /input tokens? exceeds?/i,
  /total tokens.{0,60}exceed/i,
  /context size has been exceeded/i,
  /model_context_window_exceeded/i,
  /string too long.{0,60}maximum length/i,
];

/** What a refusal says of the request's length: null when it is no such refusal; tokens where they are named. */
export function overflowIn(text: string): { readonly tokens?: number } | null {
  if (!SAID.some((pattern) => pattern.test(text))) return null;
  const tokens = tokensIn(text);
  return tokens === undefined ? {} : { tokens };
}

/** The provider's own count of the input, where the refusal names one. */
function tokensIn(text: string): number | undefined {
  const plain = text.replace(/(\d),(?=\d{3}\b)/g, '$1');
  const named =
    /resulted in (\d{1,12}) tokens/i.exec(plain) ??
    /\((\d{1,12}) in the messages/i.exec(plain) ??
    /prompt is too long: (\d{1,12}) tokens/i.exec(plain) ??
    /input token count \(?(\d{1,12})\)?/i.exec(plain) ??
    /requested (?:about )?(\d{1,12}) tokens/i.exec(plain) ??
    /exceed context limit: (\d{1,12}) \+/i.exec(plain) ??
    /\b(\d{1,12}) tokens? (?:>|exceeds?)/i.exec(plain);
  return named === null ? undefined : Number(named[1]);
}

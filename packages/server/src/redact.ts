const MARK = '[redacted]';

/** Shapes of keys and tokens, wherever they appear; what goes before a value is kept. None contains a quote or backslash, so JSON stays JSON. */
const SHAPES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:sk|pk|rk|gsk|xai|or)-[A-Za-z0-9_-]{8,}/g, MARK],
  [/\btfp_[A-Za-z0-9_-]{20,}/g, MARK],
  [/\bAIza[A-Za-z0-9_-]{20,}/g, MARK],
  [/\b(Bearer\s+)[A-Za-z0-9._~+/=-]{6,}/gi, `$1${MARK}`],
  [/([?&](?:key|api[_-]?key|token|access_token)=)[^&\s"'\\]+/gi, `$1${MARK}`],
  [/\b((?:x-)?(?:goog-)?api[-_]?key\\?["']?\s*[:=]\s*\\?["']?)[A-Za-z0-9._~+/-]{6,}/gi, `$1${MARK}`],
];

/** A text without anything that looks like a key. */
export function redact(text: string): string {
  return SHAPES.reduce((rest, [shape, mark]) => rest.replace(shape, mark), text);
}

/** Letters of what a tool answers that are taken. */
const MAX_RESULT = 400_000;
/** Letters of why something failed. */
const MAX_REASON = 2_000;

/** What a tool answered, no longer than any model reads. */
export function cutResult(text: string): string {
  return text.length <= MAX_RESULT ? text : `${text.slice(0, MAX_RESULT)}\n[cut: ${text.length - MAX_RESULT} more characters]`;
}

/** Why a tool failed, in as many words as anybody reads: its text is the tool's, is stored, and goes to models. */
export function cutReason(text: string): string {
  return text.length <= MAX_REASON ? text : `${text.slice(0, MAX_REASON)}…`.toWellFormed();
}

/** What agents put into a user's turn: reminders, what the editor shows, what a command of their own printed. */
const INSERTED =
  /<(system-reminder|command-(?:name|message|args)|local-command-\w+|bash-(?:stdout|stderr)|environment_(?:context|details)|user_instructions|ide_\w+|task-notification)\b[^>]{0,200}>[\s\S]*?(?:<\/\1>|$)/giu;
const BRACKETED = /\[(?:Request interrupted|image|attachment|file|pasted)[^\]\n]{0,120}\]/giu;

/** True where a user's turn asks or tells something in words of the user's own. */
export function isRequest(text: string): boolean {
  const own = text.includes('<') || text.includes('[') ? text.replace(INSERTED, '').replace(BRACKETED, '') : text;
  return /[\p{L}\p{N}]{2}/u.test(own);
}

/** Commands with what they do, as help and completion show them. None of them reaches the model. */
export const COMMANDS: readonly (readonly [usage: string, does: string])[] = [
  ['/compact [--force] [--fast] [--keep TOKENS]', 'condense the conversation'],
  ['/summarize', 'the same as /compact'],
  ['/undo', 'take the last condensing back'],
  ['/lab [N]', 'compare every way to condense, or condense the Nth way'],
  ['/save-progress ["label"]', 'keep a checkpoint'],
  ['/rewind [N] [--anyway]', 'list checkpoints, or go back to the Nth'],
  ['/context', 'what fills the context'],
  ['/sessions [N|word]', 'list conversations, open the Nth, or find one by a word of its title'],
  ['/new', 'start a conversation'],
  ['/resume', 'bring back what was cut off when Tenfold ended'],
  ['/help', 'this list'],
  ['/quit', 'leave; everything is kept'],
];

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Conversation, readConversations } from '@tenfold/dialects';

const folder = path.resolve(import.meta.dirname, '../../../shared/data');

/** True where the real conversations lie beside the checkout. They are never part of it. */
export const haveRealConversations = existsSync(folder);

/** Every real conversation. */
export function realConversations(): readonly Conversation[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl') && name !== 'token-counts.jsonl');
  return files.flatMap((name) => readConversations(readFileSync(path.join(folder, name), 'utf8')));
}

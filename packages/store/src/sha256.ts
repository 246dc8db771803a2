import { hash } from 'node:crypto';

/** SHA-256 as 64 hex digits: the hash of every id and receipt in a store. */
export function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}

import type { Profile } from '@tenfold/contract';
import type { BadgeTone } from '../../../ui/badge.tsx';
import { providerOf } from './providers.ts';

/** Whether a profile has a key and where it is, never what it is. */
export function keyWords({
  provider,
  hasKey,
  keyFrom,
  keyHeldBack,
}: Pick<Profile, 'provider' | 'hasKey' | 'keyFrom' | 'keyHeldBack'>): {
  readonly text: string;
  readonly tone: BadgeTone;
} {
  const { variables } = providerOf(provider);
  if (keyHeldBack?.from === 'stored') return { text: `Key is for ${keyHeldBack.holder}, enter it again`, tone: 'critical' };
  if (keyHeldBack?.from === 'environment') return { text: 'Key of the environment not sent to this host', tone: 'warning' };
  if (keyFrom === 'stored') return { text: 'Key set ✓', tone: 'normal' };
  if (keyFrom === 'environment') return { text: `Key from environment ${variables.join(' or ')}`, tone: 'normal' };
  if (hasKey) return { text: 'Key cannot be read, enter it again', tone: 'critical' };
  return provider === 'openai-compatible' ? { text: 'No key needed', tone: 'plain' } : { text: 'No key', tone: 'warning' };
}

import type { Tenfold } from '@tenfold/session';
import type { GatewayOptions } from './gateway-options.ts';

/** Why a gateway cannot run with these options, in words; null where it can. */
export async function gatewayProblem(
  { strategies, profiles }: Pick<Tenfold, 'strategies' | 'profiles'>,
  { strategy, summarizer, credentials }: Partial<Pick<GatewayOptions, 'strategy' | 'summarizer' | 'credentials'>>,
): Promise<string | null> {
  if (strategy !== undefined && !strategies.some(({ id }) => id === strategy)) return unknownStrategy(strategy, strategies);
  for (const who of [summarizer, credentials]) {
    if (who === undefined || who === 'client') continue;
    const wanted = who.slice('profile:'.length);
    const there = await profiles.list();
    if (!there.some(({ id }) => id === wanted)) return unknownProfile(wanted, there);
  }
  return null;
}

/** Says that there is no such strategy, and which there are. */
export function unknownStrategy(wanted: string, there: Tenfold['strategies']): string {
  return `There is no strategy ${wanted}. There are: ${there.map(({ id }) => id).join(', ')}.`;
}

function unknownProfile(wanted: string, there: readonly { readonly id: string; readonly name: string }[]): string {
  const listed = there.map(({ id, name }) => `profile:${id} (${name})`).join(', ');
  return `There is no profile ${wanted}. ${listed === '' ? 'There is none yet: tenfold serve has a place for them in its settings.' : `There are: ${listed}.`}`;
}

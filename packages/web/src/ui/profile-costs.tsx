import type { Estimate } from '@tenfold/contract';
import { Badge } from './badge.tsx';
import { type Figure, FigureTable } from './figure-table.tsx';
import { dollars } from './figures.ts';

type ProfileCost = Estimate['profiles'][number];

const NAME = {
  name: 'Profile',
  key: ({ profileId }: ProfileCost) => profileId,
  of: ({ name, model, fits, recommended }: ProfileCost) => (
    <>
      <span className="font-medium">{name}</span> {recommended && <Badge tone="normal">Recommended</Badge>}{' '}
      {!fits && <Badge tone="warning">Window too small</Badge>}
      <span className="block text-ink-faint text-xs">{model}</span>
    </>
  ),
};

const FIGURES: readonly Figure<ProfileCost>[] = [
  { name: 'Cost', of: ({ cost }) => dollars(cost) },
  { name: 'Saves against the conversation’s', of: ({ saving }) => dollars(saving) },
];

/** What one summary costs with each profile, and which one to take. */
export function ProfileCosts({ profiles }: { profiles: readonly ProfileCost[] }) {
  return <FigureTable caption="Cost of one summary by profile" first={NAME} figures={FIGURES} rows={profiles} className="mt-2" />;
}

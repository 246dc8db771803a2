import { ScrollText } from './scroll-text.tsx';
import type { Tab } from './tabs.tsx';
import { Tabs } from './tabs.tsx';
import { TextDiff } from './text-diff.tsx';

/** Two texts beside each other or as a diff. A summary shares few lines with what it stands for: beside each other it reads better. */
export function BeforeAfter({
  before,
  after,
  about,
  diffFirst,
  more = [],
}: {
  before: string;
  after: string;
  about: string;
  diffFirst: boolean;
  more?: readonly Tab[];
}) {
  const beside: Tab = {
    value: 'beside',
    label: 'Side by side',
    content: (
      <div className="grid gap-3 lg:grid-cols-2">
        <ScrollText text={before} label={`${about}, before`} />
        <ScrollText text={after} label={`${about}, after`} />
      </div>
    ),
  };
  const diff: Tab = {
    value: 'diff',
    label: 'Diff',
    content: <TextDiff before={before} after={after} label={`${about}, what changed`} />,
  };
  return <Tabs label={about} tabs={[...(diffFirst ? [diff, beside] : [beside, diff]), ...more]} />;
}

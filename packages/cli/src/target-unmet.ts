import { counted, formatCount, type Report } from '@tenfold/core';

/** Conversations were condensed and written, but not down to the target that was set. */
export class TargetUnmet extends Error {
  override readonly name = 'TargetUnmet';
  constructor(reports: readonly Pick<Report, 'after' | 'unmet'>[], of: number) {
    const most = Math.max(...reports.map(({ after }) => after));
    const [target] = reports.map(({ unmet }) => unmet ?? 0);
    const which = of === 1 ? 'The target' : `The target in ${counted(reports.length, 'conversation')} of ${of}`;
    super(
      `${which} was not met: ${formatCount(most)} tokens are left, ${formatCount(target ?? 0)} were wished for. ` +
        'What came of it was delivered all the same; set a higher target, or choose another strategy.',
    );
  }
}

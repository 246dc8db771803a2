import type { Checkpoint } from '@tenfold/contract';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';

const TAGS: Record<Checkpoint['tags'][number], { tone: BadgeTone; title: string; name?: string }> = {
  code: { tone: 'accent', title: 'Saved because code was written' },
  decision: { tone: 'accent', title: 'Saved because something was decided' },
  'error-resolved': { tone: 'normal', title: 'Saved because an error was resolved' },
  'before-fold': { tone: 'plain', title: 'Saved before condensing', name: 'before condensing' },
  'before-restore': { tone: 'plain', title: 'Saved before going back' },
  manual: { tone: 'warning', title: 'Saved by you' },
};

/** Why a checkpoint was made. */
export function Tags({ checkpoint: { tags } }: { checkpoint: Checkpoint }) {
  return tags.map((tag) => (
    <Badge key={tag} tone={TAGS[tag]?.tone ?? 'plain'} title={TAGS[tag]?.title ?? tag}>
      {TAGS[tag]?.name ?? tag}
    </Badge>
  ));
}

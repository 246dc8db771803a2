import { useQueries } from '@tanstack/react-query';
import { type AnswerOf, api, type ClientAttachment } from '@tenfold/contract';
import { call } from '../../../api/client.ts';
import { keys } from '../../../queries/keys.ts';
import { useSessionId } from '../../../state/session-id.ts';

/** What an attached file comes to before it is sent: its tokens, and why the model would not take it. */
export type FileWeight = AnswerOf<typeof api.contexts.weigh>['files'][number];

const names = new WeakMap<ClientAttachment, number>();
let last = 0;

/** What each file weighs for the model of a session; undefined until it is known. Each is counted once for a model. */
export function useFileWeights(
  model: string | undefined,
  files: readonly ClientAttachment[],
): readonly (FileWeight | undefined)[] {
  const session = useSessionId();
  return useQueries({
    queries: files.map((file) => ({
      queryKey: [...keys.session(session), 'weight', model, nameOf(file)],
      queryFn: async () => (await call(api.contexts.weigh, { session, body: { attachments: [file] } })).files[0] ?? null,
      staleTime: Number.POSITIVE_INFINITY,
      // It goes with the draft.
      gcTime: 0,
    })),
    combine: (results) => results.map(({ data }) => data ?? undefined),
  });
}

/** Files may share a name, and their content is no key. */
function nameOf(file: ClientAttachment): number {
  const known = names.get(file) ?? ++last;
  names.set(file, known);
  return known;
}

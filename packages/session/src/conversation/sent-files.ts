import { withSentPictures } from '@tenfold/dialects';
import type { Context, PlacedEntry } from '@tenfold/store';
import type { Provider } from '../upstream/endpoint.ts';
import { sendRules } from '../upstream/send-rules.ts';
import { entryWith } from './entry-note.ts';

/** A context whose pictures weigh what a provider is sent of them: the gauge and all that folds measure this. */
export function withSentFiles(context: Context, provider: Provider | null): Context {
  if (provider === null) return context;
  const messages = context.entries.map(({ entry }) => entry.message);
  const sent = withSentPictures(messages, sendRules(provider, 'user'));
  if (sent === messages) return context;
  const entries = context.entries.map((placed, at): PlacedEntry => {
    const message = sent[at];
    return message === undefined || message === placed.entry.message
      ? placed
      : { ...placed, entry: entryWith(placed.entry, message) };
  });
  return { ...context, entries };
}

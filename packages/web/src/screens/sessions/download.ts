import { api } from '@tenfold/contract';
import { reach } from '../../api/client.ts';
import { saveAs } from '../../ui/save-as.ts';
import { toastProblem } from '../../ui/toast.tsx';

/** Fetches a session as a file and hands it to the browser; a link would not carry the token. */
export async function download(session: string, format: 'jsonl' | 'markdown'): Promise<void> {
  try {
    const response = await reach(api.exchange.exportFile, { session, query: { format } });
    const named = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1];
    saveAs(
      await response.blob(),
      named === undefined ? `conversation.${format === 'jsonl' ? 'jsonl' : 'md'}` : decodeURIComponent(named),
    );
  } catch (error) {
    toastProblem(error);
  }
}

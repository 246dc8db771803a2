import { api, type ExportFormat } from '@tenfold/contract';
import { reach } from '../../api/client.ts';
import { copyText } from '../../ui/copy-text.ts';
import { saveAs } from '../../ui/save-as.ts';
import { toast, toastProblem } from '../../ui/toast.tsx';

const ENDINGS = { jsonl: 'jsonl', markdown: 'md', html: 'html', openai: 'json', anthropic: 'json' } as const;

/** Fetches a session as a file and hands it to the browser; a link would not carry the token. */
export async function download(session: string, format: ExportFormat): Promise<void> {
  await fetchFile(session, format).then((file) => saveAs(file, file.name), toastProblem);
}

/** Puts a whole conversation on the clipboard. */
export async function copyMarkdown(session: string): Promise<void> {
  const copy = async () => copyText(await (await fetchFile(session, 'markdown')).text());
  await copy().then(() => toast('Copied as Markdown'), toastProblem);
}

/** Hands a conversation to whatever this device shares with, and where there is nothing of that, saves it. */
export async function shareFile(session: string): Promise<void> {
  try {
    const file = await fetchFile(session, 'html');
    const shared = { files: [file], title: file.name };
    if (navigator.canShare?.(shared)) await navigator.share(shared);
    else {
      saveAs(file, file.name);
      toast(`Saved ${file.name}`, { description: 'One page with the whole conversation, ready to share.' });
    }
  } catch (error) {
    // Who closes the sheet has changed their mind.
    if (!(error instanceof DOMException && error.name === 'AbortError')) toastProblem(error);
  }
}

async function fetchFile(session: string, format: ExportFormat): Promise<File> {
  const response = await reach(api.exchange.exportFile, { session, query: { format } });
  const named = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  const name = named === undefined ? `conversation.${ENDINGS[format]}` : decodeURIComponent(named);
  const blob = await response.blob();
  return new File([blob], name, { type: blob.type });
}

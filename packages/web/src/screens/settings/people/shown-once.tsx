import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Notice } from '../../../ui/notice.tsx';

/** The text of a new token. It is nowhere else, here either once it is closed. */
export function ShownOnce({ text, onDone }: { text: string; onDone: () => void }) {
  return (
    <Notice
      tone="warning"
      alert
      className="my-3"
      actions={
        <>
          <CopyButton text={() => text} label="Copy the token" />
          <Button kind="primary" label="I have it" onClick={onDone} />
        </>
      }
    >
      <p>Copy it now: it is shown only once, and only its hash is kept.</p>
      <code className="mt-1 block select-all break-all rounded-lg bg-surface p-2 text-xs">{text}</code>
    </Notice>
  );
}

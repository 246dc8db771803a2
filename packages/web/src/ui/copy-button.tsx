import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { copyText } from './copy-text.ts';
import { IconButton } from './icon-button.tsx';
import { toastProblem } from './toast.tsx';

const SHOWN_MS = 1_500;

/** Copies text and says so for a moment. */
export function CopyButton({ text, label }: { text: () => string; label: string }) {
  const [copied, setCopied] = useState(false);
  return (
    <IconButton
      label={copied ? 'Copied' : label}
      icon={copied ? <Check /> : <Copy />}
      onClick={() =>
        void copyText(text()).then(() => {
          setCopied(true);
          setTimeout(() => setCopied(false), SHOWN_MS);
        }, toastProblem)
      }
    />
  );
}

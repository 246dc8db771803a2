import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from './icon-button.tsx';

const SHOWN_MS = 1_500;

/** Copies text and says so for a moment. */
export function CopyButton({ text, label = 'Copy', className }: { text: () => string; label?: string; className?: string }) {
  const [copied, setCopied] = useState(false);
  return (
    <IconButton
      label={copied ? 'Copied' : label}
      icon={copied ? <Check /> : <Copy />}
      {...(className === undefined ? {} : { className })}
      onClick={async () => {
        await navigator.clipboard.writeText(text());
        setCopied(true);
        setTimeout(() => setCopied(false), SHOWN_MS);
      }}
    />
  );
}

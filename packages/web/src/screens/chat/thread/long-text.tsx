import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';

const SHOWN = 2_000;

/** Plain words; very long ones begin short. */
export function LongText({ text }: { text: string }) {
  const [whole, setWhole] = useState(false);
  const cut = !whole && text.length > SHOWN * 1.5;
  return (
    <>
      <p dir="auto" className="whitespace-pre-wrap">
        {cut ? `${text.slice(0, SHOWN).trimEnd()}…` : text}
      </p>
      {text.length > SHOWN * 1.5 && (
        <Button
          small
          kind="quiet"
          label={whole ? 'Show less' : `Show all ${text.length.toLocaleString('en-US')} characters`}
          className="mt-1"
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
        />
      )}
    </>
  );
}

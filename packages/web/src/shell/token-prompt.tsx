import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keepToken } from '../api/client.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';

/** Asks for the server's token, where it wants one and the tab has none or a wrong one. */
export function TokenPrompt() {
  const client = useQueryClient();
  const [token, setToken] = useState('');
  return (
    <form
      className="mx-auto mt-[15dvh] grid max-w-md gap-3 p-6"
      onSubmit={(event) => {
        event.preventDefault();
        keepToken(token.trim());
        void client.resetQueries();
      }}
    >
      <h1 className="font-semibold text-lg">This server wants a token</h1>
      <p className="text-ink-soft text-sm">
        It was printed when Tenfold started, or set as TENFOLD_TOKEN. It is kept for this tab only.
      </p>
      <TextField
        label="Token"
        type="password"
        autoComplete="off"
        value={token}
        onChange={(event) => setToken(event.target.value)}
      />
      <Button kind="primary" type="submit" disabled={token.trim() === ''}>
        Go on
      </Button>
    </form>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { forgetToken, keepToken } from '../api/client.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';

/** Asks who is there, where the server wants to know: by signing in where that is possible, or by a token. */
export function TokenPrompt({ signIn }: { signIn: string | null }) {
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
      <h1 className="font-semibold text-lg">{signIn === null ? 'This server wants a token' : 'Sign in'}</h1>
      {signIn !== null && (
        <a
          href={signIn}
          onClick={forgetToken}
          className="rounded-lg bg-accent px-3 py-2 text-center font-medium text-on-accent outline-offset-2 hover:opacity-90"
        >
          Sign in
        </a>
      )}
      <p className="text-ink-soft text-sm">
        {signIn === null
          ? 'It was printed when Tenfold started, or set as TENFOLD_TOKEN. It is kept for this tab only.'
          : 'Or come in by a token of yours. It is kept for this tab only.'}
      </p>
      <TextField label="Token" type="password" autoComplete="off" value={token} onChange={setToken} />
      <Button kind={signIn === null ? 'primary' : 'plain'} label="Go on" type="submit" disabled={token.trim() === ''} />
    </form>
  );
}

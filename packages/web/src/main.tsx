import { MutationCache, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Problem } from './api/problem.ts';
import { TenfoldQueryClient } from './queries/query-client.ts';
import { fetchScreensWhenIdle, router } from './router.tsx';
import './theme.css';
import { trustOnlyOurs } from './trusted-types.ts';
import { toastProblem } from './ui/toast.tsx';

trustOnlyOurs();
const queries = new TenfoldQueryClient({
  // Here and not where a change is made: whoever made it may have left the screen.
  mutationCache: new MutationCache({
    onError: (error, _wish, _before, { meta }) => meta?.showsProblem || toastProblem(error),
  }),
  defaultOptions: {
    // The server may be this very machine: it is asked whether or not there is a network.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: 5_000,
      // What the server refused it refuses again; only a server that is away is worth asking once more.
      retry: (times, error) => error instanceof Problem && error.status === 0 && times < 3,
    },
  },
});

fetchScreensWhenIdle();
const place = document.getElementById('app');
if (place === null) throw new Error('The page has no place for the app.');
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);

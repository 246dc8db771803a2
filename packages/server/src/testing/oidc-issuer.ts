import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
// @ts-expect-error: it comes without types.
import { Provider } from 'oidc-provider';

/** A real issuer on loopback, whose sign-in and consent are two forms. */
export async function openIssuer(callback: string) {
  const http: Server = createServer();
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const provider = new Provider(url, {
    clients: [
      {
        client_id: 'tenfold',
        redirect_uris: [callback],
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    pkce: { required: () => true },
    cookies: { keys: ['a key for tests'] },
    claims: { profile: ['name'] },
    conformIdTokenClaims: false,
    findAccount: async (_: unknown, id: string) => ({
      accountId: id,
      claims: async () => ({ sub: id, name: `${id} of the shelf` }),
    }),
  });
  const handle = provider.callback();
  http.on('request', (request, response) => void handle(request, response));
  return { url, close: () => new Promise((closed) => http.close(closed)) };
}

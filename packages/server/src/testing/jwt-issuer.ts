import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/** What can be wrong with its answer. */
type IssuerFault = 'hangs up' | 'no JSON' | number;

/** An issuer on loopback: its keys, and what signs with them. */
export async function openIssuer(audience: string) {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const stranger = await generateKeyPair('ES256');
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256' }] };
  const wrong: { fault: IssuerFault | null } = { fault: null };
  const server = createServer((request, response) => {
    if (wrong.fault === 'hangs up') return void request.socket.destroy();
    if (typeof wrong.fault === 'number') response.statusCode = wrong.fault;
    response.end(wrong.fault === 'no JSON' ? '<html>' : JSON.stringify(keys));
  }).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  const usual = { key: privateKey, iss: url, aud: audience, exp: '5m' as string | Date, kid: 'k1' };
  const sign = (claims: object, wish: Partial<typeof usual> = {}) => {
    const { key, iss, aud, exp, kid } = { ...usual, ...wish };
    return new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'ES256', kid })
      .setIssuer(iss)
      .setAudience(aud)
      .setExpirationTime(exp)
      .sign(key);
  };
  return Object.assign(wrong, { url, sign, stranger: stranger.privateKey, close: () => server.close() });
}

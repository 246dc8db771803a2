import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/** An issuer on loopback: its keys, and what signs with them. */
export async function openIssuer(audience: string) {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const stranger = await generateKeyPair('ES256');
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256' }] };
  const server = createServer((_, response) => response.end(JSON.stringify(keys))).listen(0, '127.0.0.1');
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
  return { url, sign, stranger: stranger.privateKey, close: () => server.close() };
}

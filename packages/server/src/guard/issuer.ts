import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import { Refused } from '../problem.ts';

/** Who vouches for people by signed tokens (JWT), as Supabase and every OIDC provider do. */
export interface IssuerSettings {
  /** The `iss` of its tokens. */
  readonly issuer: string;
  /** The `aud` of tokens that are for this server. */
  readonly audience: string;
  /** Where its public keys are. */
  readonly keys: string;
}

/** Whom a token names. */
export interface TokenIdentity {
  readonly subject: string;
  readonly name: string;
  /** When its word ends. */
  readonly until: number;
}

/** Reads tokens of an issuer. */
export interface Issuer {
  readonly name: string;
  /** Whom a token names; null where it is not the issuer's, not for this server, or too old. @throws Refused where its keys cannot be had */
  verify(token: string): Promise<TokenIdentity | null>;
}

/** Signatures of public keys only: a shared secret would let everybody who checks tokens make them. */
const ALGORITHMS = ['ES256', 'RS256', 'EdDSA', 'PS256', 'ES384', 'RS384'];
const MAX_CHARS = 8_192;
/** Clocks may differ by so much. */
const TOLERANCE_S = 5;

/** An issuer whose keys are fetched once and again where a token names one that is not known. */
export function issuerOf({ issuer, audience, keys }: IssuerSettings): Issuer {
  const known = createRemoteJWKSet(new URL(keys), { timeoutDuration: 5_000 });
  return {
    name: issuer,
    async verify(token) {
      if (token.length > MAX_CHARS) return null;
      try {
        const { payload } = await jwtVerify(token, known, {
          issuer,
          audience,
          algorithms: ALGORITHMS,
          requiredClaims: ['sub', 'exp'],
          clockTolerance: TOLERANCE_S,
        });
        const { sub, name, email, exp = 0 } = payload;
        if (typeof sub !== 'string' || sub === '') return null;
        const called = [name, email].find((text) => typeof text === 'string' && text !== '') as string | undefined;
        return { subject: sub, name: called ?? sub, until: (exp + TOLERANCE_S) * 1_000 };
      } catch (error) {
        if (!isOfKeys(error)) return null;
        throw new Refused('issuer-unavailable', 'The issuer of this token does not give its keys, so nobody knows whose it is.', {
          todo: 'Try again in a moment; a token of this server works meanwhile.',
          headers: { 'retry-after': '5' },
        });
      }
    },
  };
}

/** True for what went wrong on the way to the keys, or with them: of the token it says nothing. */
function isOfKeys(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError)) return true;
  return [errors.JWKSTimeout.code, errors.JWKSInvalid.code, errors.JOSEError.code].includes(error.code);
}

import { createHash, createHmac, createSecretKey } from 'node:crypto';
import { errors, jwtVerify } from 'jose';
import { ACCESS_TTL_SECONDS } from '../../contract/limits.ts';
import { toAccount } from './account.ts';
import type { Clock, Random } from './ports.ts';
import type { User } from './schema.ts';

const ALGORITHM = 'HS256';
/** Who access tokens are for: a token of another product under the same secret is not ours. */
export const AUDIENCE = 'parts-shop';
/** A token from further in the future than this was issued before the clock was set back. */
const FUTURE_TOLERANCE_MS = 60_000;

/** What an access token says beyond the account's facts, which nobody may trust. */
interface AccessClaims {
  readonly uid: string;
  readonly sessionId: number;
  readonly passwordVersion: number;
}

export interface Tokens {
  /** A signed access token of the user's session, valid for ACCESS_TTL_SECONDS. */
  issueAccess(user: User, sessionId: number): string;
  /** The claims of a genuine, unexpired access token; null for anything else. */
  readAccess(token: string): Promise<AccessClaims | null>;
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const HEADER = encode({ alg: ALGORITHM, typ: 'JWT' });

/**
 * Signs and reads access tokens (JWT, RFC 7519). Expiry has no tolerance. Reading is left to
 * https://github.com/panva/jose; its signing goes through another thread, which costs several times the signature itself.
 */
export function createTokens(secret: string, clock: Clock, random: Random): Tokens {
  const key = createSecretKey(secret, 'utf8');
  return {
    issueAccess: (user, sessionId) => {
      const now = Math.floor(clock() / 1000);
      // For services in other processes, which learn no more of the account than /access/ tells.
      const mustChange = user.must_change === 1 ? { mustChangePassword: true } : {};
      const claims = {
        user: toAccount(user),
        sid: sessionId,
        pwv: user.password_version,
        ...mustChange,
        jti: random.uuid(),
        sub: user.uid,
        aud: AUDIENCE,
        iat: now,
        exp: now + ACCESS_TTL_SECONDS,
      };
      const signed = `${HEADER}.${encode(claims)}`;
      return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
    },
    readAccess: async (token) => {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [ALGORITHM],
          audience: AUDIENCE,
          clockTolerance: 0,
          currentDate: new Date(clock()),
          requiredClaims: ['exp', 'iat', 'jti', 'sub'],
        });
        const { sub, sid, pwv, iat = Number.POSITIVE_INFINITY } = payload;
        if (iat * 1000 > clock() + FUTURE_TOLERANCE_MS) return null;
        if (typeof sub !== 'string' || typeof sid !== 'number' || typeof pwv !== 'number') return null;
        return { uid: sub, sessionId: sid, passwordVersion: pwv };
      } catch (problem) {
        if (problem instanceof errors.JOSEError) return null;
        throw problem;
      }
    },
  };
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text has the form of a refresh token or of a token in a mail. */
export const isOpaqueToken = (text: string) => UUID.test(text);

/** What is stored of such a token. It is random, so a plain hash cannot be guessed back. */
export const tokenHash = (token: string) => createHash('sha256').update(token).digest('hex');

import { createHash, createSecretKey } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
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
  issueAccess(user: User, sessionId: number): Promise<string>;
  /** The claims of a genuine, unexpired access token; null for anything else. */
  readAccess(token: string): Promise<AccessClaims | null>;
}

/** Signs and reads access tokens (JWT, https://github.com/panva/jose). Expiry has no tolerance. */
export function createTokens(secret: string, clock: Clock, random: Random): Tokens {
  const key = createSecretKey(secret, 'utf8');
  return {
    issueAccess: (user, sessionId) => {
      const now = Math.floor(clock() / 1000);
      // For services in other processes, which learn no more of the account than /access/ tells.
      const mustChange = user.must_change === 1 ? { mustChangePassword: true } : {};
      return new SignJWT({ user: toAccount(user), sid: sessionId, pwv: user.password_version, ...mustChange })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setJti(random.uuid())
        .setSubject(user.uid)
        .setAudience(AUDIENCE)
        .setIssuedAt(now)
        .setExpirationTime(now + ACCESS_TTL_SECONDS)
        .sign(key);
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

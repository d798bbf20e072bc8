/** Access tokens (JWT) and opaque tokens of refreshes and mailed links. */
import { createHash, createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { errors, jwtVerify } from 'jose';
import { isUuid } from '../../../contract/fields/values.ts';
import { ACCESS_TTL_SECONDS } from '../../../contract/limits.ts';
import { openText, type Secrets, sealingKey, sealText } from '../../platform/secrets.ts';
import type { User } from '../store/schema.ts';
import { toAccount } from '../store/user-store.ts';
import type { Clock, Random } from './random.ts';

const ALGORITHM = 'HS256';
/** Who access tokens are for: a token of another product under the same secret is not ours. */
const AUDIENCE = 'parts-shop';
/** A token from further in the future than this was issued before the clock was set back. */
export const FUTURE_TOLERANCE_MS = 60_000;

interface AccessClaims {
  readonly uid: string;
  readonly sessionId: number;
  readonly passwordVersion: number;
}

export interface Tokens {
  /** A signed access token of the user's session, valid for ACCESS_TTL_SECONDS. */
  issueAccess(user: User, sessionId: number, mustSetSecondFactor?: boolean): string;
  /** The claims of a genuine, unexpired access token; null for anything else. */
  readAccess(token: string): Promise<AccessClaims | null>;
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const KEY_ID_LENGTH = 12;

/** The name of a secret's key in the head of a token; the secret cannot be derived from it. */
const keyIdOf = (secret: string) =>
  Buffer.from(sealingKey(secret, 'key id')).toString('base64url').slice(0, KEY_ID_LENGTH);

/**
 * Signs and reads access tokens (JWT, RFC 7519), signed under the current secret and read under the one that they name. A
 * token that names none is of a former version and was signed under the secret that was current then. Expiry has no tolerance. Reading is left to
 * https://github.com/panva/jose; its signing goes through another thread, which costs several times the signature itself.
 */
export function createTokens(secrets: Secrets, clock: Clock, random: Random): Tokens {
  const keys = new Map<unknown, KeyObject>(secrets.map((secret) => [keyIdOf(secret), createSecretKey(secret, 'utf8')]));
  const currentKey = createSecretKey(secrets[0], 'utf8');
  const head = encode({ alg: ALGORITHM, typ: 'JWT', kid: keyIdOf(secrets[0]) });
  const keyOf = ({ kid }: { kid?: string }) => {
    const key = kid === undefined ? currentKey : keys.get(kid);
    if (!key) throw new errors.JWKSNoMatchingKey();
    return key;
  };
  return {
    issueAccess: (user, sessionId, mustSetSecondFactor = false) => {
      const now = Math.floor(clock() / 1000);
      // For services in other processes, which learn no more of the account than /access/ answers.
      const claims = {
        user: toAccount(user),
        sid: sessionId,
        pwv: user.password_version,
        ...(user.must_change === 1 ? { mustChangePassword: true } : {}),
        ...(mustSetSecondFactor ? { mustSetSecondFactor } : {}),
        jti: random.uuid(),
        sub: user.uid,
        aud: AUDIENCE,
        iat: now,
        exp: now + ACCESS_TTL_SECONDS,
      };
      const signed = `${head}.${encode(claims)}`;
      return `${signed}.${createHmac('sha256', currentKey).update(signed).digest('base64url')}`;
    },
    readAccess: async (token) => {
      try {
        const { payload } = await jwtVerify(token, keyOf, {
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

/** Whether a text has the form of a refresh token or of a token in a mail. */
export const isOpaqueToken = (text: string) => isUuid(text);

/** What is stored of such a token. It is random, so a plain hash cannot be guessed back. */
export const tokenHash = (token: string) => createHash('sha256').update(token).digest('hex');

/** The token opens the answer; its stored hash does not. */
const keyFrom = (token: string) => sealingKey(token, 'kept refresh answer');

/** Encrypts the answer to a refresh under the refresh token it answered. */
export const sealAnswer = (token: string, answer: unknown): string => sealText(keyFrom(token), JSON.stringify(answer));

/** Opens what sealAnswer made. Throws when the token is another one or the text was changed. */
export const openAnswer = <T>(token: string, sealed: string): T => JSON.parse(openText(keyFrom(token), sealed)) as T;

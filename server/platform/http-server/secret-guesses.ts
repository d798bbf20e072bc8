/** Slows down guesses at the secrets of the installation, as at the sign-in. */
import type { FastifyRequest } from 'fastify';
import type { AuditTrail } from '../../../contract/journal/events.ts';
import * as limits from '../http/limits.ts';
import { auditActor, clientKey, tooMany } from '../http/request.ts';

/** Addresses whose wrong secrets are counted one by one; all unknown addresses are counted together as well. */
const ADDRESSES_MAX = 1_000;

/** A secret of the installation itself, which no account stands behind. */
type GuessedSecret = 'exchange' | 'metrics';

const TARGETS: Readonly<Record<GuessedSecret, string>> = { exchange: 'Обмен', metrics: 'Показатели' };

/** The place in which all unknown addresses are counted together; no address has this name. */
const UNKNOWN_CALLERS = '';

interface Counted extends limits.Guesses {
  readonly reportedAt: number | null;
}

interface Places {
  readonly counts: Map<string, Counted>;
  readonly known: Set<string>;
}
const noPlaces = (): Places => ({ counts: new Map(), known: new Set() });

export interface SecretGuesses {
  /**
   * Whether a request carries the right secret, after a delay as at the sign-in (decision 93); null: the secret is not
   * in use. Wrong ones are counted. Throws 429 after too many.
   */
  judge<Answer extends boolean | null>(
    request: FastifyRequest,
    secret: GuessedSecret,
    isRight: () => Answer,
  ): Promise<Answer>;
}

interface SecretGuessDeps {
  readonly trail: AuditTrail;
  readonly clock: () => number;
  readonly pause: (ms: number) => Promise<unknown>;
}

export function createSecretGuesses({ trail, clock, pause }: SecretGuessDeps): SecretGuesses {
  // One count for each secret, so that guesses at one do not push out those at another.
  const places: Readonly<Record<GuessedSecret, Places>> = { exchange: noPlaces(), metrics: noPlaces() };
  const waitInLine = limits.waitingLines(pause);

  /** Returns whether the guesses are to be reported. */
  const count = (counts: Places['counts'], place: string, now: number): boolean => {
    const before = counts.get(place) ?? { failures: 0, last: now, reportedAt: null };
    const guesses = limits.afterGuess(before, now);
    const reported = limits.shouldReportGuesses(guesses, before.reportedAt, now);
    counts.delete(place);
    counts.set(place, { ...guesses, reportedAt: reported ? now : before.reportedAt });
    keepNewest(counts);
    return reported;
  };

  return {
    judge: async (request, secret, isRight) => {
      // No guess: a program that asks how to sign in, or one with a session.
      if (!request.headers.authorization) return isRight();
      const own = clientKey(request.ip);
      const { counts, known } = places[secret];
      const isKnown = known.has(own);
      const now = clock();
      const [ofOwn, ofUnknown] = [counts.get(own), isKnown ? undefined : counts.get(UNKNOWN_CALLERS)];
      const gap = ofOwn ? limits.guessGap(ofOwn, now) : 0;
      if (gap > 0) throw tooMany(Math.ceil(gap / 1000));
      const delays = [ofOwn, ofUnknown].map((guesses) => (guesses ? limits.guessDelay(guesses, now) : 0));
      const delay = Math.max(...delays);
      if (delay > 0)
        await limits.waitWithoutPlace(request, () => waitInLine(isKnown ? `${secret} ${own}` : secret, delay));
      const answer = isRight();
      if (answer === true) {
        known.delete(own);
        known.add(own);
        keepNewest(known);
      }
      if (answer === false) {
        const reported = [own, ...(isKnown ? [] : [UNKNOWN_CALLERS])].map((place) => count(counts, place, clock()));
        if (reported.includes(true))
          trail.record({ event: 'secret.guessed', by: auditActor(request), target: TARGETS[secret] });
      }
      return answer;
    },
  };
}

function keepNewest(places: { readonly size: number; keys(): Iterator<string>; delete(key: string): boolean }) {
  if (places.size <= ADDRESSES_MAX) return;
  const { value } = places.keys().next();
  if (value !== undefined) places.delete(value);
}

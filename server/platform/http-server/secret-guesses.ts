import type { FastifyRequest } from 'fastify';
import type { AuditTrail } from '../../../contract/journal/events.ts';
import {
  afterGuess,
  type Guesses,
  guessDelay,
  guessGap,
  shouldReportGuesses,
  waitingLines,
  waitWithoutPlace,
} from '../http/guess-delays.ts';
import { clientKey } from '../http/limits.ts';
import { auditActor, tooMany } from '../http/request.ts';

/** Addresses whose wrong secrets are remembered one by one; those of all strangers are counted together as well. */
const ADDRESSES_MAX = 1_000;

/** A secret of the installation itself, which no account stands behind. */
type GuessedSecret = 'exchange' | 'metrics';

/** What the journal calls it. */
const TARGETS: Readonly<Record<GuessedSecret, string>> = { exchange: 'Обмен', metrics: 'Показатели' };

/** The place that all strangers are counted in together; no address is called so. */
const UNKNOWN_CALLERS = '';

interface Counted extends Guesses {
  readonly reportedAt: number | null;
}

/** Where one secret was guessed at, the places of late last. */
interface Places {
  readonly counts: Map<string, Counted>;
  /** Who had the right one. */
  readonly known: Set<string>;
}
const noPlaces = (): Places => ({ counts: new Map(), known: new Set() });

export interface SecretGuesses {
  /**
   * Whether the secret that a request bears is the right one, once it was waited for as at the sign-in (decision 93); null: nobody
   * may. Wrong ones are counted. Throws 429 where too many were.
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
  // Apart for each secret: who guesses at one from many addresses makes nobody's guesses at another forgotten.
  const places: Readonly<Record<GuessedSecret, Places>> = { exchange: noPlaces(), metrics: noPlaces() };
  const waitInLine = waitingLines(pause);

  /** Whether it is to be told of. */
  const count = (counts: Places['counts'], place: string, now: number): boolean => {
    const before = counts.get(place) ?? { failures: 0, last: now, reportedAt: null };
    const guesses = afterGuess(before, now);
    const reported = shouldReportGuesses(guesses, before.reportedAt, now);
    counts.delete(place);
    counts.set(place, { ...guesses, reportedAt: reported ? now : before.reportedAt });
    keepNewest(counts);
    return reported;
  };

  return {
    judge: async (request, secret, isRight) => {
      // Nothing is guessed: a program that asks how it is to sign in, or one with a session.
      if (!request.headers.authorization) return isRight();
      const own = clientKey(request.ip);
      const { counts, known } = places[secret];
      const isKnown = known.has(own);
      const now = clock();
      const [ofOwn, ofUnknown] = [counts.get(own), isKnown ? undefined : counts.get(UNKNOWN_CALLERS)];
      const gap = ofOwn ? guessGap(ofOwn, now) : 0;
      if (gap > 0) throw tooMany(Math.ceil(gap / 1000));
      const delays = [ofOwn, ofUnknown].map((guesses) => (guesses ? guessDelay(guesses, now) : 0));
      const delay = Math.max(...delays);
      if (delay > 0) await waitWithoutPlace(request, () => waitInLine(isKnown ? `${secret} ${own}` : secret, delay));
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

import { conflict } from '../../../http/errors.ts';
import { claimArrival, holdClaim } from './arrival-store.ts';
import type { ArrivalContext } from './context.ts';

/** A process that died at a decision is waited for so long, ms. */
const LEASE_MS = 120_000;
/** How often whoever decides says that they still do, ms. */
const RENEW_MS = 30_000;

/** Decides about one arrival, which nobody else decides about meanwhile. */
export type DecideAlone = (id: number, act: () => Promise<void>) => Promise<void>;

/**
 * Importing takes a while: a second yes meanwhile must not import the same once more, neither here nor at another server
 * of the same database. Throws 409 where somebody is at it or has decided.
 */
export function decideAlone({
  database,
  clock,
  log,
}: Pick<ArrivalContext, 'database' | 'clock' | 'log'>): DecideAlone {
  const here = new Set<number>();

  const hold = (id: number, until: number) =>
    holdClaim(database, id, until).catch((error: unknown) =>
      log.warn({ err: error, arrival: id }, 'a decision about a price list could not be claimed'),
    );

  async function claimed(id: number, act: () => Promise<void>): Promise<void> {
    if (!(await claimArrival(database, id, { now: clock(), lasts: LEASE_MS })))
      throw conflict('arrival is settled');
    // An embedded database is held by the import, which is in the way of any note, and of anybody else's claim.
    const isShared = database.dialect === 'postgres';
    const timer = isShared ? setInterval(() => void hold(id, clock() + LEASE_MS), RENEW_MS) : undefined;
    try {
      await act();
    } finally {
      clearInterval(timer);
      await hold(id, 0);
    }
  }

  return async (id, act) => {
    if (here.has(id)) throw conflict('arrival is settled');
    here.add(id);
    try {
      await claimed(id, act);
    } finally {
      here.delete(id);
    }
  };
}

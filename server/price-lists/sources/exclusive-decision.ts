// Lets one user of one server decide about a received file at a time.
import { conflict } from '../../platform/http/request.ts';
import { claimReceivedFile, extendClaim } from './received-files.ts';
import type { SourceContext } from './source.ts';

/** A process that died at a decision is waited for so long, ms. */
const LEASE_MS = 120_000;
/** How often a claim is extended during a decision, ms. */
const RENEW_MS = 30_000;

/** Makes decisions about a file exclusive, here and at other servers. Throws 409 where it is claimed or decided. */
export function exclusiveDecision({ database, clock, log }: Pick<SourceContext, 'database' | 'clock' | 'log'>) {
  const here = new Set<number>();

  const hold = (id: number, until: number) =>
    extendClaim(database, id, until).catch((error: unknown) =>
      log.warn({ err: error, arrival: id }, 'a decision about a price list could not be claimed'),
    );

  async function claimed(id: number, act: () => Promise<void>): Promise<void> {
    if (!(await claimReceivedFile(database, id, { now: clock(), lasts: LEASE_MS })))
      throw conflict('arrival is settled');
    // An import locks an embedded database: no claim can be extended, and no other process can claim.
    const isShared = database.dialect === 'postgres';
    const timer = isShared ? setInterval(() => void hold(id, clock() + LEASE_MS), RENEW_MS) : undefined;
    try {
      await act();
    } finally {
      clearInterval(timer);
      await hold(id, 0);
    }
  }

  return async (id: number, act: () => Promise<void>): Promise<void> => {
    if (here.has(id)) throw conflict('arrival is settled');
    here.add(id);
    try {
      await claimed(id, act);
    } finally {
      here.delete(id);
    }
  };
}

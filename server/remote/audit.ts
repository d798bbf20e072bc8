import type { FastifyBaseLogger } from 'fastify';
import type { AuditHeapsBody } from '../../contract/audit-api.ts';
import { AUDIT_HEAPS_MAX } from '../../contract/limits.ts';
import { MAUTH } from '../../contract/paths.ts';
import { createTrail, type Heap, type Trail } from '../audit/trail.ts';
import type { FetchService } from './fetch-service.ts';

const ANSWER_WAIT_MS = 5_000;

interface RemoteTrailDeps {
  /** Where the auth service is. */
  readonly mauthUrl: string;
  readonly fetchService: FetchService;
  readonly clock: () => number;
  readonly log: FastifyBaseLogger;
}

/** The audit trail of a process without the auth service: what it gathers is sent there. */
export const remoteTrail = ({ mauthUrl, fetchService, clock, log }: RemoteTrailDeps): Trail =>
  createTrail({
    clock,
    log,
    write: async (heaps) => {
      for (let from = 0; from < heaps.length; from += AUDIT_HEAPS_MAX)
        await send(mauthUrl, fetchService, heaps.slice(from, from + AUDIT_HEAPS_MAX));
    },
  });

const onTheWire = ({ entry, key, at, lastAt, count }: Heap): AuditHeapsBody['heaps'][number] => ({
  event: entry.event,
  ...{ at, lastAt, count },
  key: key ?? undefined,
  actor: entry.by.actor?.email,
  actorUid: entry.by.actor?.uid ?? undefined,
  address: entry.by.address,
  agent: entry.by.agent,
  target: entry.target,
  targetUid: entry.targetUid,
  details: JSON.stringify(entry.details),
});

async function send(mauthUrl: string, fetchService: FetchService, heaps: readonly Heap[]): Promise<void> {
  const json: AuditHeapsBody = { heaps: heaps.map(onTheWire) };
  const call = { json, as: 'service', waitMs: ANSWER_WAIT_MS } as const;
  const answer = await fetchService(`${mauthUrl}${MAUTH}/audit`, call);
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`auth service answered ${answer.status}`);
}

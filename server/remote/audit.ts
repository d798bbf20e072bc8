import type { FastifyBaseLogger } from 'fastify';
import type { AuditHeapsBody } from '../../contract/audit-api.ts';
import { AUDIT_HEAPS_MAX } from '../../contract/limits.ts';
import { MAUTH } from '../../contract/paths.ts';
import { createTrail, type Heap, type Trail } from '../audit/trail.ts';
import type { ServiceTokens } from '../secrets/service-token.ts';

const ANSWER_WAIT_MS = 5_000;

interface RemoteTrailDeps {
  /** Where the auth service is. */
  readonly mauthUrl: string;
  readonly tokens: ServiceTokens;
  readonly clock: () => number;
  readonly log: FastifyBaseLogger;
}

/** The audit trail of a process without the auth service: what it gathers is sent there. */
export const remoteTrail = ({ mauthUrl, tokens, clock, log }: RemoteTrailDeps): Trail =>
  createTrail({
    clock,
    log,
    write: async (heaps) => {
      for (let from = 0; from < heaps.length; from += AUDIT_HEAPS_MAX)
        await send(mauthUrl, tokens.issue(), heaps.slice(from, from + AUDIT_HEAPS_MAX));
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

async function send(mauthUrl: string, token: string, heaps: readonly Heap[]): Promise<void> {
  const answer = await fetch(`${mauthUrl}${MAUTH}/audit`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ heaps: heaps.map(onTheWire) } satisfies AuditHeapsBody),
    signal: AbortSignal.timeout(ANSWER_WAIT_MS),
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`auth service answered ${answer.status}`);
}

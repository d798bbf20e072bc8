import { setTimeout as pause } from 'node:timers/promises';
import { quantilesOf } from '../quantiles.ts';
import { type Asked, type Caller, causeOf, type Reply } from './caller.ts';
import { type Kind, type Known, MIX } from './kinds.ts';

/** What came of one kind of request. */
export interface KindReport {
  readonly requests: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Answers of 503 and 429: the server had no room. */
  readonly shed: number;
  /** What is neither right nor shed, no answer at all included. */
  readonly errors: number;
}

interface Tally {
  readonly ms: number[];
  shed: number;
  errors: number;
}

const SHED: ReadonlySet<number> = new Set([429, 503]);
/** A caller that was sent away comes again after this, ms. */
const SENT_AWAY_MS = 1_000;

/** Kinds of requests in a fixed order in which each has its share: every caller goes round it. */
function rotaOf(kinds: readonly Kind[]): Kind[] {
  const total = kinds.reduce((sum, { share }) => sum + share, 0);
  const due = kinds.map(() => 0);
  return Array.from({ length: total }, () => {
    for (const [at, { share }] of kinds.entries()) due[at] = (due[at] ?? 0) + share;
    const next = due.indexOf(Math.max(...due));
    due[next] = (due[next] ?? 0) - total;
    return kinds[next] as Kind;
  });
}

/** Runs callers who ask again as soon as they are answered, until it is time; every one of them begins elsewhere. */
export async function driveMix(
  caller: Caller,
  known: Known,
  { callers, ms }: { readonly callers: number; readonly ms: number },
): Promise<Record<string, KindReport>> {
  const kinds = MIX.filter(({ needsAccount }) => known.account !== null || !needsAccount);
  const rota = rotaOf(kinds);
  const tallies = new Map(kinds.map(({ name }) => [name, { ms: [], shed: 0, errors: 0 } as Tally]));
  const until = performance.now() + ms;

  async function once(kind: Kind, from: string): Promise<void> {
    const tally = tallies.get(kind.name);
    const began = performance.now();
    const ask = (path: string, asked: Asked = {}) => caller.ask(path, { from, ...asked });
    const reply: Reply = await kind.send(ask, known);
    tally?.ms.push(performance.now() - began);
    if (reply.status === 200 || kind.alsoRight?.includes(reply.status) || !tally) return;
    if (!SHED.has(reply.status)) {
      if (tally.errors === 0) console.error(`${kind.name} failed: ${causeOf(reply)}`);
      tally.errors += 1;
    } else {
      tally.shed += 1;
      await pause(SENT_AWAY_MS);
    }
  }

  await Promise.all(
    Array.from({ length: callers }, async (_, at) => {
      for (let step = at * 7; performance.now() < until; step += 1)
        await once(rota[step % rota.length] as Kind, `198.51.100.${at % 250}`);
    }),
  );
  return Object.fromEntries([...tallies].map(([name, tally]) => [name, reportOf(tally)]));
}

const rounded = (value: number) => Math.round(value * 10) / 10;

function reportOf({ ms, shed, errors }: Tally): KindReport {
  const { p50, p99 } = quantilesOf(ms);
  const maxMs = ms.reduce((most, value) => Math.max(most, value), 0);
  return { requests: ms.length, p50Ms: rounded(p50), p99Ms: rounded(p99), maxMs: rounded(maxMs), shed, errors };
}

// Counts queries that found nothing as they were typed, and shows them to administrators, who can define their words.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger } from 'fastify';
import { type Selectable, sql } from 'kysely';
import Type from 'typebox';
import { type SearchMiss, SearchMissesQuery, SearchMissPage } from '../../../contract/catalogue/search-words.ts';
import { MISS_OUTCOMES, type MissOutcome } from '../../../contract/catalogue/words.ts';
import { SEARCH_MISSES_MAX, SEARCH_WORDS_PAGE } from '../../../contract/limits.ts';
import { badRequest, notFound, packValue, unpackValue } from '../../platform/http/request.ts';
import { isoTime } from '../../platform/text/day.ts';
import type { CatalogueContext } from '../context/context.ts';
import type { CatalogueDatabase, CatalogueSource, SearchMissTable } from '../context/schema.ts';
import type { Miss } from '../context/search-questions.ts';

const missAnswer = ({ wording, count, outcome, left_out, first_at, last_at }: MissRecord): SearchMiss => ({
  ...{ wording, count, outcome, left: left_out },
  ...{ firstAt: isoTime(first_at), lastAt: isoTime(last_at) },
});

export function missRoutes({ database }: CatalogueContext, counter: MissCounter): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/search/misses',
      {
        config: { permission: 'admin' },
        schema: {
          summary: 'Wordings that were searched for and not found as typed, the most frequent first',
          querystring: SearchMissesQuery,
          response: { 200: SearchMissPage },
        },
      },
      async ({ query: { outcome = '', cursor = '' } }, reply) => {
        const known = MISS_OUTCOMES.find((one) => one === outcome) ?? null;
        if (outcome !== '' && known === null) throw badRequest('invalid filter');
        await counter.flush();
        const rows = await listMisses(database.read, known, placeOf(cursor));
        const page = rows.slice(0, SEARCH_WORDS_PAGE);
        const last = page.at(-1);
        reply.header('cache-control', 'no-store');
        return {
          misses: page.map(missAnswer),
          next: rows.length > page.length && last ? packValue([last.count, last.wording]) : null,
        };
      },
    );

    app.delete(
      '/search/misses',
      {
        config: { permission: 'admin' },
        schema: {
          summary: 'Forgets a wording, because something was done about it',
          querystring: Type.Object({ wording: Type.Optional(Type.String()) }),
          response: { 204: Type.Null() },
        },
      },
      async ({ query: { wording = '' } }, reply) => {
        if (!(await removeMiss(database, wording))) throw notFound('search miss not found');
        return reply.code(204).send(null);
      },
    );
  };
}

/** The place in a cursor, null for the first page; throws 400 for what is no cursor of ours. */
function placeOf(cursor: string): MissPlace | null {
  if (cursor === '') return null;
  const place: unknown = unpackValue(cursor);
  if (!Array.isArray(place)) throw badRequest('invalid cursor');
  const [count, wording]: unknown[] = place;
  if (!Number.isSafeInteger(count) || typeof wording !== 'string') throw badRequest('invalid cursor');
  return { count: Number(count), wording };
}

/** Pause between two writings, ms. */
const PAUSE = 30_000;
/** Different wordings that wait to be written; more than that in one pause is no buyers' doing. */
const WAITING_MAX = 1_000;

/** Counts what was not found, and writes it now and then: no search waits for the database. */
interface MissCounter {
  add(miss: Miss): void;
  /** Writes what waits; what cannot be written now waits on. */
  flush(): Promise<void>;
  /** Writes what waits, for the last time. */
  close(): Promise<void>;
}

/** A counter over the database of the service. What a process that is killed has not written is lost. */
export function countMisses(database: CatalogueDatabase, clock: () => number, log: FastifyBaseLogger): MissCounter {
  let waiting = new Map<string, CountedMiss>();
  let running = Promise.resolve();

  const put = (miss: CountedMiss) => {
    const known = waiting.get(miss.wording);
    if (!known && waiting.size >= WAITING_MAX) return;
    waiting.set(miss.wording, known ? { ...miss, count: known.count + miss.count } : miss);
  };

  async function write(): Promise<void> {
    if (waiting.size === 0) return;
    const written = waiting;
    waiting = new Map();
    try {
      await addMisses(database, [...written.values()]);
    } catch (error) {
      const later = waiting;
      waiting = written;
      for (const miss of later.values()) put(miss);
      log.warn({ err: error }, 'what was not found cannot be written now');
    }
  }

  const flush = () => {
    running = running.then(write);
    return running;
  };
  const timer = setInterval(flush, PAUSE);
  timer.unref();
  return {
    add: (miss) => put({ ...miss, count: 1, at: clock() }),
    flush,
    close: () => {
      clearInterval(timer);
      return flush();
    },
  };
}

type MissRecord = Selectable<SearchMissTable>;

const ROWS = 100;

/** Adds to what was counted before; how a wording ended last counts. */
async function addMisses(database: CatalogueDatabase, misses: readonly CountedMiss[]): Promise<void> {
  // By wording, so that two processes lock the rows in one order.
  const rows = misses
    .toSorted((one, other) => (one.wording < other.wording ? -1 : 1))
    .map(({ wording, count, outcome, left, at }) => ({
      ...{ wording, count, outcome, left_out: left },
      ...{ first_at: at, last_at: at },
    }));
  await database.write(async (transaction) => {
    for (let at = 0; at < rows.length; at += ROWS) {
      await transaction
        .insertInto('search_misses')
        .values(rows.slice(at, at + ROWS))
        .onConflict((conflict) =>
          conflict
            .column('wording')
            .doUpdateSet({
              count: sql`search_misses.count + excluded.count`,
              outcome: sql`excluded.outcome`,
              left_out: sql`excluded.left_out`,
              last_at: sql`excluded.last_at`,
            }),
        )
        .execute();
    }
  });
}

type MissPlace = Pick<MissRecord, 'count' | 'wording'>;

/** The most frequent first, one more than a page holds. */
const listMisses = (read: CatalogueSource, outcome: MissOutcome | null, behind: MissPlace | null) =>
  read
    .selectFrom('search_misses')
    .selectAll()
    .$if(outcome !== null, (query) => query.where('outcome', '=', outcome ?? 'nothing'))
    .$if(behind !== null, (query) =>
      query.where((is) =>
        is.or([
          is('count', '<', behind?.count ?? 0),
          is.and([is('count', '=', behind?.count ?? 0), is('wording', '<', behind?.wording ?? '')]),
        ]),
      ),
    )
    .orderBy('count', 'desc')
    .orderBy('wording', 'desc')
    .limit(SEARCH_WORDS_PAGE + 1)
    .execute();

/** Forgets a wording; false when it is not recorded. */
const removeMiss = async (database: CatalogueDatabase, wording: string): Promise<boolean> =>
  database.write(async (transaction) => {
    const removed = await transaction.deleteFrom('search_misses').where('wording', '=', wording).executeTakeFirst();
    return removed.numDeletedRows > 0n;
  });

/** Forgets what was not searched for since `before`, and the rarest beyond SEARCH_MISSES_MAX; resolves to how many. */
export async function sweepMisses(database: CatalogueDatabase, before: number): Promise<number> {
  const removed = await database.write(async (transaction) => {
    const old = await transaction.deleteFrom('search_misses').where('last_at', '<', before).executeTakeFirst();
    const kept = transaction
      .selectFrom('search_misses')
      .select('wording')
      .orderBy('count', 'desc')
      .orderBy('last_at', 'desc')
      .limit(SEARCH_MISSES_MAX);
    const rare = await transaction.deleteFrom('search_misses').where('wording', 'not in', kept).executeTakeFirst();
    return old.numDeletedRows + rare.numDeletedRows;
  });
  return Number(removed);
}

interface CountedMiss extends Miss {
  readonly count: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

// Fetches the photos whose addresses stand in price lists, in the background, and gives them to the positions. An address
// is fetched once while it stays the same; what failed is in the report of the run.
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { sql } from 'kysely';
import { LinkedPhotos } from '../../../contract/catalogue/photo-runs.ts';
import * as limits from '../../../contract/limits.ts';
import { typographed } from '../../../rules/format/typography.ts';
import { pathId } from '../../catalogue/context/answers.ts';
import type { CatalogueContext } from '../../catalogue/context/context.ts';
import type { CatalogueDatabase, CatalogueSource } from '../../catalogue/context/schema.ts';
import { bumpPhotos } from '../../catalogue/context/versions.ts';
import { PictureRefused, toPictureInTime } from '../../platform/files/picture.ts';
import { IdPath } from '../../platform/http/request.ts';
import { limitTo } from '../../platform/limit-to.ts';
import { fetchHttp } from '../sources/fetch-file.ts';
import { SourceProblem } from '../sources/source.ts';

/** How often it is looked for addresses, ms. */
const LOOK_MS = 30_000;
/** For how long a process has the turn without a word, ms: longer than one photo takes. */
const TURN_MS = 5 * limits.MINUTE_MS;
/** Addresses of one look into the table, and hosts that are asked at once; of each host one address at a time. */
const BATCH = 200;
const HOSTS_AT_ONCE = 4;
/** How often an address that failed is tried, and the pause before another try, ms. */
const TRIES_MAX = 3;
const PAUSE_MS = limits.HOUR_MS;
/** Positions that one statement changes. */
const TOGETHER = 500;

const texts = typographed({
  noAddress: 'Это не адрес: нужна ссылка, которая начинается с http:// или https://.',
  noPicture: 'По этому адресу не фото.',
  unreadable: 'Фото по этому адресу повреждено или слишком велико.',
});

export interface PhotoFetcher {
  /** Fetches what is to be fetched now, if no other process does; resolves when it is done. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

/** The address in a cell, the first of several; null where there is none. */
function urlOf(link: string): URL | null {
  const first = link.split(/[\s;|]/u).find((piece) => piece !== '') ?? '';
  const text = first.replace(/,$/u, '');
  const url = URL.canParse(text) ? new URL(text) : null;
  return url && /^https?:$/u.test(url.protocol) ? url : null;
}

export function startPhotoFetching(
  context: CatalogueContext,
  { allowsPrivate }: { readonly allowsPrivate: boolean },
): PhotoFetcher {
  const { database, photos, incomingFolder, clock, log } = context;
  const ended = new AbortController();
  const { signal } = ended;
  let round: Promise<void> | null = null;

  /** The photo at an address, or why there is none. */
  async function photoAt(url: URL): Promise<{ readonly photo: string } | { readonly problem: string }> {
    await mkdir(incomingFolder, { recursive: true });
    // Named as the drafts of uploads, which a start removes after a crash.
    const target = join(incomingFolder, `${process.pid}-${randomUUID()}.part`);
    const most = { bytes: limits.IMAGE_FILE_MAX, ms: limits.PHOTO_FETCH_MS };
    const asAnyone = { user: '', password: '', etag: null, lastModified: null };
    const wish = { ...asAnyone, url: url.href, target, allowsPrivate, signal, most };
    try {
      await fetchHttp(wish);
      const { single, doubled } = await toPictureInTime(target, limits.PHOTO_WIDTH, signal);
      return { photo: await photos.put('webp', single, doubled) };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof SourceProblem) return { problem: error.message };
      if (!(error instanceof PictureRefused)) throw error;
      return { problem: error.reason === 'not a picture' ? texts.noPicture : texts.unreadable };
    } finally {
      await rm(target, { force: true });
    }
  }

  async function settle({ link, photo: known }: WaitingLink): Promise<void> {
    if (signal.aborted) return;
    await keepTurn(database, clock() + TURN_MS);
    if (known !== null) return give(database, link, known, clock());
    const url = urlOf(link);
    const found = url ? await photoAt(url) : { problem: texts.noAddress };
    const photo = 'photo' in found ? found.photo : null;
    await noteLink(database, link, {
      photo,
      problem: 'problem' in found ? found.problem : '',
      // What is no address will be none later.
      tries: url ? 1 : TRIES_MAX,
      now: clock(),
    });
    if (photo !== null) await give(database, link, photo, clock());
  }

  async function fetchAll(): Promise<void> {
    if (!(await takeTurn(database, clock()))) return;
    try {
      const atOnce = limitTo(HOSTS_AT_ONCE);
      for (;;) {
        const links = await waitingLinks(database.read, clock());
        if (links.length === 0 || signal.aborted) return;
        const hosts = Map.groupBy(links, ({ link }) => urlOf(link)?.host ?? '');
        const work = Array.from(hosts.values(), (ofHost) =>
          atOnce(async () => {
            for (const link of ofHost) await settle(link);
          }),
        );
        const failed = (await Promise.allSettled(work)).find(({ status }) => status === 'rejected');
        if (failed?.status === 'rejected') throw failed.reason;
      }
    } finally {
      await keepTurn(database, 0);
    }
  }

  function look(): Promise<void> {
    round ??= fetchAll()
      .catch((error) => {
        if (!signal.aborted) log.error({ err: error }, 'photos of price lists not fetched');
      })
      .finally(() => {
        round = null;
      });
    return round;
  }

  const timer = setInterval(() => void look(), LOOK_MS);
  return {
    look,
    async stop() {
      clearInterval(timer);
      ended.abort();
      await round;
    },
  };
}

const takeTurn = (database: CatalogueDatabase, now: number): Promise<boolean> =>
  database.write(async (transaction) => {
    const turn = transaction.updateTable('photo_link_turn').set({ until: now + TURN_MS });
    return (await turn.where('until', '<=', now).executeTakeFirst()).numUpdatedRows > 0n;
  });

async function keepTurn(database: CatalogueDatabase, until: number): Promise<void> {
  await database.write((transaction) => transaction.updateTable('photo_link_turn').set({ until }).execute());
}

interface WaitingLink {
  readonly link: string;
  /** Fetched before, for other positions. */
  readonly photo: string | null;
}

/** Addresses of positions that did not get their photo yet. */
function waitingLinks(read: CatalogueSource, now: number): Promise<WaitingLink[]> {
  return read
    .selectFrom('positions as p')
    .leftJoin('position_photo_links as g', 'g.position_id', 'p.id')
    .leftJoin('photo_links as l', 'l.link', 'p.photo_link')
    .select(['p.photo_link as link', 'l.photo'])
    .distinct()
    .where('p.photo_link', '<>', '')
    .where(({ eb, or, ref }) => or([eb('g.link', 'is', null), eb('g.link', '<>', ref('p.photo_link'))]))
    .where(({ eb, or, and }) =>
      or([
        eb('l.link', 'is', null),
        eb('l.photo', 'is not', null),
        and([eb('l.tries', '<', TRIES_MAX), eb('l.tried_at', '<=', now - PAUSE_MS)]),
      ]),
    )
    .limit(BATCH)
    .execute();
}

interface LinkOutcome {
  readonly photo: string | null;
  readonly problem: string;
  readonly tries: number;
  readonly now: number;
}

async function noteLink(database: CatalogueDatabase, link: string, outcome: LinkOutcome): Promise<void> {
  const { photo, problem, tries, now: tried_at } = outcome;
  await database.write((transaction) =>
    transaction
      .insertInto('photo_links')
      .values({ link, photo, problem, tries, tried_at })
      .onConflict((conflict) =>
        conflict.column('link').doUpdateSet({ photo, problem, tried_at, tries: sql<number>`photo_links.tries + 1` }),
      )
      .execute(),
  );
}

/** Gives the photo of an address to the positions that it is new to: one that was replaced since stays replaced. */
function give(database: CatalogueDatabase, link: string, photo: string, now: number): Promise<void> {
  return database.write(async (transaction) => {
    const { rows } = await sql<{ position_id: number }>`INSERT INTO position_photo_links (position_id, link)
      SELECT id, photo_link FROM positions WHERE photo_link = ${link}
      ON CONFLICT (position_id) DO UPDATE SET link = excluded.link WHERE position_photo_links.link <> excluded.link
      RETURNING position_id`.execute(transaction);
    const ids = rows.map(({ position_id }) => Number(position_id));
    for (let at = 0; at < ids.length; at += TOGETHER) {
      const some = ids.slice(at, at + TOGETHER);
      await transaction.updateTable('positions').set({ photo, updated_at: now }).where('id', 'in', some).execute();
    }
    if (ids.length > 0) await bumpPhotos(transaction);
  });
}

/** Forgets addresses that no position names any more; the sweep of photos removes their files. */
export async function sweepPhotoLinks(database: CatalogueDatabase): Promise<void> {
  await database.write((transaction) =>
    transaction
      .deleteFrom('photo_links')
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('positions as p').select('p.id').whereRef('p.photo_link', '=', 'photo_links.link'))),
      )
      .execute(),
  );
}

/** Positions that a run changed and that name an address, with what became of it. */
const linkedBy = (read: CatalogueSource, runId: number) =>
  read
    .selectFrom('import_changes as c')
    .innerJoin('positions as p', 'p.id', 'c.position_id')
    .leftJoin('position_photo_links as g', 'g.position_id', 'p.id')
    .leftJoin('photo_links as l', 'l.link', 'p.photo_link')
    .where('c.run_id', '=', runId)
    .where('p.photo_link', '<>', '');

/** The report of a run about the addresses of photos in its list. */
export function photoLinkRoutes({ database }: Pick<CatalogueContext, 'database'>): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/import/runs/:id/photos',
      {
        config: { permission: 'admin' },
        schema: {
          summary: 'What became of the addresses of photos in the price list of a run',
          params: IdPath,
          response: { 200: LinkedPhotos },
        },
      },
      async ({ params }, reply) => {
        const linked = linkedBy(database.read, pathId(params.id, 'run'));
        const counted = await linked
          .select(({ fn, eb, and, ref }) => [
            fn.countAll<number>().as('all'),
            fn
              .count<number>(
                eb
                  .case()
                  .when(eb('g.link', '=', ref('p.photo_link')))
                  .then(1)
                  .end(),
              )
              .as('done'),
            fn
              .count<number>(
                eb
                  .case()
                  .when(and([eb('l.link', 'is not', null), eb('l.photo', 'is', null)]))
                  .then(1)
                  .end(),
              )
              .as('failed'),
          ])
          .executeTakeFirstOrThrow();
        const [all, done, failed] = [Number(counted.all), Number(counted.done), Number(counted.failed)];
        const failures = await linked
          .select(['p.id as positionId', 'p.article', 'p.photo_link as link', 'l.problem'])
          .where('l.link', 'is not', null)
          .where('l.photo', 'is', null)
          .orderBy('p.id')
          .limit(limits.PHOTO_FAILURES_LISTED)
          .execute();
        reply.header('cache-control', 'no-store');
        return {
          waiting: all - done - failed,
          done,
          failed,
          failures: failures.map((failure) => ({ ...failure, problem: failure.problem ?? '' })),
        };
      },
    );
  };
}

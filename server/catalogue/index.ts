// Opens the catalogue with its settings and ports, and registers its routes.

import { join } from 'node:path';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { CrossUploadAnswer } from '../../contract/catalogue/crosses.ts';
import type { PartsAnswer, PartsDirectory } from '../../contract/catalogue/parts.ts';
import { DAY_MS, SEARCH_MISS_KEEP_DAYS } from '../../contract/limits.ts';
import { NOTHING_READ } from '../../rules/catalogue/card.ts';
import type { PageAsked, PartsQuestion } from '../../rules/catalogue/question.ts';
import type { JobRunner } from '../platform/database/types.ts';
import type { FileStores } from '../platform/files/file-store.ts';
import { openFiles } from '../platform/files/stored-files.ts';
import type { Limits } from '../platform/http/limits.ts';
import { readTitles, renewPlusKeys, settleMakers, settleParts, sweepCatalogue } from './changes/upkeep.ts';
import { asOfHeader } from './context/answers.ts';
import { type CatalogueContext, type EditTurns, liveDayOf, PHOTOS } from './context/context.ts';
import { positionAnswer } from './context/position.ts';
import type { CatalogueDatabase } from './context/schema.ts';
import { type SearchEngine, type ShownCatalogue, searchOver } from './context/search-questions.ts';
import { crossRoutes } from './parts/cross-routes.ts';
import { crossesOfPart, partAnswer } from './parts/part-answer.ts';
import { cardRoutes, partRoutes, photoRoutes } from './parts/routes.ts';
import { positionByAlias, positionsOfPart, titleReading, visiblePosition } from './parts/visible-positions.ts';
import { sweepPhotoRuns } from './photos/photo-runs.ts';
import { createPhotoReader } from './photos/read-photos.ts';
import { photoRunRoutes } from './photos/routes.ts';
import { referenceRoutes } from './positions/reference-routes.ts';
import { positionRoutes } from './positions/routes.ts';
import type { FoundParts } from './product-pages/browse.ts';
import type { FoundCard } from './product-pages/cards.ts';
import { embeddedCatalogue, openReplica, showingOwnChanges } from './replica/replica.ts';
import { type SnapshotPolicy, snapshotsIn } from './replica/snapshots.ts';
import { partsRequest } from './search/parts-request.ts';
import { searchRoutes } from './search/routes.ts';
import { makerNamesOf } from './search-words/maker-names.ts';
import { countMisses, missRoutes, sweepMisses } from './search-words/miss-routes.ts';
import { ownWordRoutes } from './search-words/own-word-routes.ts';

export interface CatalogueSettings {
  /** The service's own folder of this machine. */
  readonly filesFolder: string;
  /** Where its files lie that other servers see too. */
  readonly stores: FileStores;
  /** Beside PostgreSQL: a folder of this machine, for the copy that searches are answered from; by default in filesFolder. */
  readonly copyFolder?: string | undefined;
  readonly snapshots?: SnapshotPolicy | undefined;
  readonly timeZone: string;
  /** Days after which a price that no upload confirmed counts no more; 0: never. */
  readonly priceTtlDays: number;
  /** Threads that answer searches; one by default. */
  readonly searchThreads?: number | undefined;
  /** Whether these start, and read ahead, before the first search; they do by default. */
  readonly searchIsAhead?: boolean | undefined;
  readonly clock: () => number;
  readonly log: FastifyBaseLogger;
}

interface CatalogueTurns {
  readonly edits: EditTurns;
  takeCrossFile(request: FastifyRequest): Promise<CrossUploadAnswer>;
}

/** Finds parts, shows their cards, and lets staff edit positions, crosses, references and the words of the search. */
export interface Catalogue {
  readonly context: CatalogueContext;
  readonly search: SearchEngine;
  readonly jobs: JobRunner;
  routes(turns: CatalogueTurns, limits: Limits): FastifyPluginAsyncTypebox;
  /** Finds a position by id, or by a present or former alias. */
  card(address: { readonly id: number } | { readonly alias: string }): Promise<FoundCard>;
  /** What `GET /parts/` answers to a question. */
  parts(question: PartsQuestion, page: PageAsked): Promise<FoundParts>;
  /** What `GET /parts/directory` answers. */
  directory(): Promise<PartsDirectory>;
  /** Removes what is old; resolves to the counts of it. */
  sweep(): Promise<object>;
  close(): Promise<void>;
}

const shownOf = (
  database: CatalogueDatabase,
  {
    filesFolder,
    clock,
    stores,
    copyFolder = join(filesFolder, 'copies'),
    searchThreads: threads = 1,
    searchIsAhead: isAhead = true,
    snapshots,
    log,
  }: CatalogueSettings,
): Promise<ShownCatalogue> | ShownCatalogue =>
  database.location.dialect === 'sqlite'
    ? embeddedCatalogue(database, database.location.file, { threads, isAhead })
    : openReplica(database, {
        folder: copyFolder,
        reading: { threads, isAhead },
        store: snapshotsIn(stores.of('snapshots')),
        ...(snapshots ? { snapshots } : {}),
        clock,
        log,
      });

/** Opens the catalogue over an open database, which it does not close. */
export async function openCatalogue(opened: CatalogueDatabase, settings: CatalogueSettings): Promise<Catalogue> {
  const { filesFolder, timeZone, priceTtlDays, clock, log } = settings;
  await renewPlusKeys(opened);
  await settleParts(opened);
  await settleMakers(opened);
  await readTitles(opened);
  const shown = await shownOf(opened, settings);
  const database = showingOwnChanges(opened, shown);
  const photos = await openFiles(settings.stores.of(PHOTOS));
  const incomingFolder = join(filesFolder, 'incoming');
  const context = { database, shown, photos, incomingFolder, timeZone, priceTtlDays, clock, log };
  const misses = countMisses(database, clock, log);
  const search = searchOver(shown.ask, { timeZone, priceTtlDays, clock, onMiss: misses.add });
  const jobs = database.frequentReads();
  const photoReader = createPhotoReader(context);
  /** The last one: it is large, and asked for by every page to browse. */
  let directory: { readonly text: string; readonly read: PartsDirectory } | null = null;
  return {
    context,
    search,
    jobs,
    routes:
      ({ edits, takeCrossFile }, limits) =>
      async (app) => {
        await app.register(searchRoutes(context, search, limits));
        await app.register(ownWordRoutes(context, search));
        await app.register(missRoutes(context, misses));
        await app.register(cardRoutes(context));
        await app.register(partRoutes(context));
        await app.register(crossRoutes(context, takeCrossFile));
        await app.register(photoRoutes(context));
        await app.register(photoRunRoutes(context, photoReader));
        await app.register(positionRoutes(context, jobs, edits));
        await app.register(referenceRoutes(context, 'brands', 'brand'), { prefix: '/brands' });
        await app.register(referenceRoutes(context, 'providers', 'provider'), { prefix: '/providers' });
      },
    card: async (address) => {
      const { read } = shown;
      const row = await ('id' in address ? visiblePosition(read, address.id) : positionByAlias(read, address.alias));
      const asOf = asOfHeader(shown);
      if (!row) return { position: null, offers: [], crosses: [], reading: NOTHING_READ, asOf };
      const liveDay = liveDayOf(context);
      const part = partAnswer(row.part_id, await positionsOfPart(read, row.part_id), liveDay);
      const crosses = await crossesOfPart(read, row.part_id, liveDay);
      const reading = await titleReading(read, row.part_id, row.id);
      const [named] = (await makerNamesOf(read)).named([row]);
      return {
        position: positionAnswer(named as typeof row, liveDay),
        offers: part?.offers ?? [],
        crosses,
        reading,
        asOf,
      };
    },
    parts: async (question, page) => ({
      answer: JSON.parse(await search.parts(partsRequest(question, page))) as PartsAnswer,
      asOf: asOfHeader(shown),
    }),
    directory: async () => {
      const text = await search.directory();
      if (text !== directory?.text) directory = { text, read: JSON.parse(text) as PartsDirectory };
      return directory.read;
    },
    sweep: async () => ({
      photoRuns: await sweepPhotoRuns(database, clock()),
      ...(await sweepCatalogue(context)),
      wordings: await sweepMisses(database, clock() - SEARCH_MISS_KEEP_DAYS * DAY_MS),
    }),
    close: async () => {
      await photoReader.close();
      await misses.close();
      await jobs.close();
      await shown.close();
    },
  };
}

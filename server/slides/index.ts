/** The service of the slides of the home page (mnote in the API): opens its files and registers its routes. */
import { join } from 'node:path';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger } from 'fastify';
import { NOTE_PAGE_MAX } from '../../contract/limits.ts';
import type { Note } from '../../contract/slides/slides.ts';
import { sweepHourly } from '../platform/clock.ts';
import { type FileStores, folderStores } from '../platform/files/file-store.ts';
import { openFiles } from '../platform/files/stored-files.ts';
import { removeAbandoned } from '../platform/http/upload.ts';
import type { WatchedService } from '../platform/watch/watched-service.ts';
import { pictureRoutes } from './pictures.ts';
import { historyRoutes, readRoutes, writeRoutes } from './routes.ts';
import { sweepImages } from './save-form.ts';
import { slideAnswer } from './slide.ts';
import { type SlidesContext, type SlidesDatabase, searchSlides } from './store.ts';

export interface SlidesSettings {
  /** The service's own folder of this machine, for uploads under way. */
  readonly filesFolder: string;
  /** Where its files lie that other servers see too; by default in filesFolder. */
  readonly stores?: FileStores;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly log: FastifyBaseLogger;
  /** Called after a commit that changed what visitors see of the slides; must not throw. */
  readonly onChange?: () => void;
}

export interface SlidesService {
  readonly routes: FastifyPluginAsyncTypebox;
  readonly context: SlidesContext;
  /** Published slides in their order, as many as the front page shows. */
  publicSlides(): Promise<Note[]>;
  readonly watched: WatchedService;
  /** True when the database takes changes; rejects with the reason when it does not. */
  ready(): Promise<boolean>;
  close(): Promise<void>;
}

/** The service over an open database, which it closes in the end. */
export async function slidesOver(
  database: SlidesDatabase,
  { filesFolder, clock, stores = folderStores(filesFolder, clock), log, onChange = () => {} }: SlidesSettings,
): Promise<SlidesService> {
  const incomingFolder = join(filesFolder, 'incoming');
  await removeAbandoned(incomingFolder);
  const images = await openFiles(stores.of('images'));
  const context: SlidesContext = { database, images, incomingFolder, clock, log, onChange };
  const stopSweeping = sweepHourly(async () => ({ images: await sweepImages(context) }), { clock, log });

  return {
    context,
    publicSlides: async () =>
      (await searchSlides(database.read, { words: null, publishedOnly: true, limit: NOTE_PAGE_MAX })).map(slideAnswer),
    routes: async (app) => {
      await app.register(pictureRoutes(context));
      await app.register(readRoutes(context));
      await app.register(historyRoutes(context));
      await app.register(writeRoutes(context));
    },
    watched: { name: 'mnote', database },
    ready: () => database.probe().then(() => true),
    close: async () => {
      await stopSweeping();
      await database.close();
    },
  };
}

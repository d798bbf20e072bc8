import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { openDatabase } from '../database/open.ts';
import type { Database, DatabaseLocation } from '../database/types.ts';
import { sweepHourly } from '../files/hourly.ts';
import { openFiles } from '../files/open.ts';
import type { InformatorContext } from './context.ts';
import { informatorMigrations } from './migrations/index.ts';
import type { InformatorSchema } from './schema.ts';
import { sweepPhotos } from './users/photo.ts';
import { profileRoutes } from './users/profile-routes.ts';
import { userSearchRoutes } from './users/search-routes.ts';

interface InformatorSettings {
  /** The service's own folder for photos and uploads under way. */
  readonly filesFolder: string;
  /** Milliseconds since the epoch. */
  readonly clock?: () => number;
  readonly log: FastifyBaseLogger;
}

/** The info service. */
export interface Informator {
  /** Its routes, relative to the prefix INFORMATOR. */
  readonly routes: FastifyPluginAsyncTypebox;
  readonly context: InformatorContext;
  /** Whether the database answers. */
  ready(): Promise<boolean>;
  /** Stops what runs in the background and closes the database. */
  close(): Promise<void>;
}

/** Opens the service's database, migrated, and the service over it. */
export async function openInformator(
  settings: InformatorSettings & { location: DatabaseLocation },
): Promise<Informator> {
  return informatorOver(
    await openDatabase<InformatorSchema>(settings.location, informatorMigrations),
    settings,
  );
}

/** The service over an open database, which it closes in the end. */
export async function informatorOver(
  database: Database<InformatorSchema>,
  { filesFolder, clock = Date.now, log }: InformatorSettings,
): Promise<Informator> {
  const incomingFolder = join(filesFolder, 'incoming');
  // Whatever lies there belongs to a process that ended in the middle of an upload.
  await rm(incomingFolder, { recursive: true, force: true });
  const photos = await openFiles(join(filesFolder, 'photos'));
  const context: InformatorContext = { database, photos, incomingFolder, clock, log };
  const stopSweeping = sweepHourly(async () => ({ photos: await sweepPhotos(context) }), log);

  return {
    context,
    routes: async (app) => {
      await app.register(profileRoutes(context), { prefix: '/user' });
      await app.register(userSearchRoutes(context), { prefix: '/user' });
    },
    ready: () =>
      sql`SELECT 1`.execute(database.read).then(
        () => true,
        () => false,
      ),
    close: async () => {
      await stopSweeping();
      await database.close();
    },
  };
}

// Opens the sources (folders, addresses and mailboxes from which price lists are fetched by themselves): routes and
// scheduler.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { CatalogueSchema } from '../../catalogue/context/schema.ts';
import type { Database } from '../../platform/database/types.ts';
import { createSeal, type Secrets } from '../../platform/secrets.ts';
import { receivedFileRoutes, sourceRoutes } from './routes.ts';
import { type Scheduler, startScheduler } from './scheduler.ts';
import { keepSecret, listSources, type SourceContext, type SourcesSettings, sealPurpose, sealsOf } from './source.ts';

/** What an installation says of price lists that come by themselves; `secrets` seal the passwords of sources. */
export type ImportSourceSettings = Omit<SourcesSettings, 'sealOf'> & { readonly secrets: Secrets };

/** Price lists that come by themselves: the calls of administrators, and the look at sources when they are due. */
export interface ImportSources {
  readonly routes: FastifyPluginAsyncTypebox;
  readonly scheduler: Scheduler;
  stop(): Promise<void>;
}

export async function openImportSources(
  context: Omit<SourceContext, 'settings'>,
  { secrets, ...settings }: ImportSourceSettings,
): Promise<ImportSources> {
  await prepareSources(context.database, secrets);
  const own: SourceContext = { ...context, settings: { ...settings, sealOf: sealsOf(secrets) } };
  const scheduler = startScheduler(own);
  return {
    scheduler,
    routes: async (app) => {
      await app.register(sourceRoutes(own, scheduler));
      await app.register(receivedFileRoutes(own));
    },
    stop: () => scheduler.stop(),
  };
}

/** At a start: reseals passwords from the former secret; on SQLite, with its one server, releases all claims. */
export async function prepareSources(database: Database<CatalogueSchema>, secrets: Secrets): Promise<void> {
  if (secrets.length > 1) await resealSecrets(database, secrets);
  if (database.dialect !== 'sqlite') return;
  await database.write(async (transaction) => {
    for (const table of ['import_sources', 'import_arrivals'] as const)
      await transaction.updateTable(table).set({ claimed_until: 0 }).where('claimed_until', '>', 0).execute();
  });
}

async function resealSecrets(database: Database<CatalogueSchema>, secrets: Secrets): Promise<void> {
  for (const { id, secret } of await listSources(database.read)) {
    if (secret === null) continue;
    const seal = createSeal(secrets, sealPurpose(id));
    try {
      await keepSecret(database, id, seal.seal(seal.open(secret)));
    } catch (error) {
      // Sealed under a lost secret: the next check of the source reports it.
      if (!/not sealed/.test((error as Error).message)) throw error;
    }
  }
}

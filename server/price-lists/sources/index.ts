// Opens the sources (folders, addresses and mailboxes from which price lists are fetched by themselves): routes and
// scheduler.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Secrets } from '../../platform/secrets.ts';
import { receivedFileRoutes, sourceRoutes } from './routes.ts';
import { prepareSources, type Scheduler, startScheduler } from './scheduler.ts';
import { type SourceContext, type SourcesSettings, sealsOf } from './source.ts';

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

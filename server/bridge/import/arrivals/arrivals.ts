import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Secrets } from '../../../secrets/rotating.ts';
import { arrivalRoutes } from './arrival-routes.ts';
import { beginArrivals } from './begin.ts';
import type { ArrivalContext } from './context.ts';
import { type Scheduler, startScheduler } from './scheduler.ts';
import { sealsOf } from './secrets.ts';
import { sourceRoutes } from './source-routes.ts';

/** What an installation says of price lists that come by themselves. */
export interface ArrivalsOf {
  /** What the passwords of sources are sealed with. */
  readonly secrets: Secrets;
  /** The folder whose folders may be sources; empty: none. */
  readonly importFolder: string;
  /** How long a file of a folder must stay the same to count as written to its end, ms; three seconds by default. */
  readonly settledMs?: number;
  /** Whether sources may lie at private addresses. */
  readonly allowsPrivate: boolean;
}

/** Price lists that come by themselves: the calls of administrators, and the look at sources when they are due. */
export interface Arrivals {
  readonly routes: FastifyPluginAsyncTypebox;
  readonly scheduler: Scheduler;
  stop(): Promise<void>;
}

export async function openArrivals(
  context: Omit<ArrivalContext, 'settings'>,
  { secrets, ...settings }: ArrivalsOf,
): Promise<Arrivals> {
  await beginArrivals(context.database, secrets);
  const own: ArrivalContext = {
    ...context,
    settings: { ...settings, sealOf: sealsOf(secrets) },
  };
  const scheduler = startScheduler(own);
  return {
    scheduler,
    routes: async (app) => {
      await app.register(sourceRoutes(own, scheduler));
      await app.register(arrivalRoutes(own));
    },
    stop: () => scheduler.stop(),
  };
}

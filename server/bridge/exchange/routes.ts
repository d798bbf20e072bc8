import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { commerceMlRoutes } from './commerce-ml-routes.ts';
import type { ExchangeContext } from './context.ts';
import { itemsRoutes } from './items-routes.ts';

/** What accounting programs call, relative to the service's prefix. */
export function exchangeRoutes(context: ExchangeContext): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(itemsRoutes(context));
    await app.register(commerceMlRoutes(context));
  };
}

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { InformatorContext } from '../context.ts';
import { demandProfile } from './access.ts';
import { writeRoutes } from './edit/routes.ts';
import { markRoutes } from './marks/routes.ts';
import { readRoutes } from './read-routes.ts';
import { scanRoutes } from './scans/routes.ts';

/** The document flow, for callers who have a profile. */
export function docflowRoutes(context: InformatorContext): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.addHook('preHandler', (request) => demandProfile(context, request));
    await app.register(readRoutes(context));
    await app.register(writeRoutes(context));
    await app.register(markRoutes(context));
    await app.register(scanRoutes(context));
  };
}

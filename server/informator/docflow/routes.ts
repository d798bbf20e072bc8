import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { InformatorContext } from '../context.ts';
import { requireProfile } from './access.ts';
import { attachmentRoutes } from './attachments/routes.ts';
import { decisionRoutes } from './decisions/routes.ts';
import { writeRoutes } from './edit/routes.ts';
import { readRoutes } from './read-routes.ts';

/** The document flow, for callers who have a profile. */
export function docflowRoutes(context: InformatorContext): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.addHook('preHandler', (request) => requireProfile(context, request));
    await app.register(readRoutes(context));
    await app.register(writeRoutes(context));
    await app.register(decisionRoutes(context));
    await app.register(attachmentRoutes(context));
  };
}

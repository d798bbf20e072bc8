import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { PeopleContext } from '../context.ts';
import { reportRoutes } from './report-routes.ts';
import { restoreRoutes } from './restore-routes.ts';
import { bindingRoutes } from './role-binding-routes.ts';
import { settingRoutes } from './setting-routes.ts';
import { sheetRoutes } from './sheet-routes.ts';

/** Everything about who may do what, for administrators. */
export function accessRoutes(context: PeopleContext): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(settingRoutes(context));
    await app.register(bindingRoutes(context));
    await app.register(reportRoutes(context));
    await app.register(restoreRoutes(context));
    await app.register(sheetRoutes(context));
  };
}

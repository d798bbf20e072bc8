import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import type { Permission } from '../../../contract/permissions.ts';
import { addViewer } from './viewer.ts';

const PERMISSION_TEXT: Readonly<Record<Permission, string>> = {
  anyone: 'Open to anyone.',
  'signed-in': 'Needs an access token.',
  admin: 'Needs the access token of an administrator.',
  'signed-in-or-link': 'Needs an access token, or an address that the API gave out a short while ago.',
  'refresh-token': 'Needs a refresh token as bearer.',
  service: 'For the services of this installation only.',
};

const RECENT_PASSWORD =
  'Answers 403 `confirm password` when the password was given too long ago: POST /api/mauth/confirm takes it again.';

/**
 * /api/docs and /api/docs/json: the reference of every route declared after this, from the schemas that validate.
 * https://github.com/fastify/fastify-swagger
 */
export async function addDocs(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Parts shop', version: '1' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: ({ schema, url, route }) => {
      const permission = route.config?.permission ?? 'anyone';
      const asksFor = route.config?.recentPassword ? RECENT_PASSWORD : undefined;
      const service = /^\/api\/([^/]+)/.exec(url)?.[1] ?? 'server';
      return {
        url,
        schema: {
          ...schema,
          tags: [service],
          description: [schema?.summary, schema?.description, PERMISSION_TEXT[permission], asksFor]
            .map(sentence)
            .filter(Boolean)
            .join(' '),
          ...(permission === 'anyone' ? {} : { security: [{ bearer: [] }] }),
        },
      };
    },
  });
  const options = { config: { permission: 'anyone' }, schema: { hide: true } } as const;
  addViewer(app);
  app.get('/api/docs/json', options, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(JSON.stringify(app.swagger())),
  );
}

/** With a full stop, when there is any text. */
function sentence(text: string | undefined): string {
  return text ? text.replace(/[.]?$/, '.') : '';
}

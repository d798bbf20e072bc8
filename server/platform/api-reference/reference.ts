// Serves the reference of the API for developers at /api/docs: an OpenAPI document from the schemas of the routes, and
// Swagger UI.
import { createReadStream } from 'node:fs';
import swagger from '@fastify/swagger';
import type { FastifyContextConfig, FastifyInstance, FastifySchema } from 'fastify';
import type { PairPermission, Permission } from '../../../contract/access/actions.ts';
import { schemaOfForm } from '../../../contract/fields/field.ts';
import { API_POLICY } from '../security-headers.ts';

const PERMISSION_TEXT: Readonly<Record<Permission, string>> = {
  anyone: 'Open to anyone.',
  'signed-in': 'Needs an access token.',
  admin: 'Needs the access token of an administrator.',
  'signed-in-or-link': 'Needs an access token, or an address that the API gave out a short while ago.',
  'refresh-token': 'Needs a refresh token as bearer.',
  exchange: 'For the accounting program: EXCHANGE_TOKEN or EXCHANGE_LOGIN opens it, 403 while neither is set.',
  'action:Заявки': 'Needs the access token of an administrator, or of somebody whose role has the action «Заявки».',
  service: 'For the services of this installation only.',
};

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Headers that every answer of the route may carry, as JSON Schemas; for the reference. */
    answerHeaders?: Readonly<Record<string, object>>;
  }
}

const MULTIPART = ['multipart/form-data'];
const ANY_FORM = ['application/json', 'application/x-www-form-urlencoded', ...MULTIPART];

const RECENT_PASSWORD =
  'Answers 403 `confirm password` when the password was given too long ago: POST /api/mauth/confirm takes it again.';

/** /api/docs and /api/docs/json: the reference of every route declared after this, from the schemas that validate. */
export async function addDocs(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Parts shop', version: '1' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: ({ schema, url, route }) => {
      const permission = route.config?.permission ?? 'anyone';
      const body = bodyOf(route.config);
      const inPair = route.config?.pairPermission && pairText(route.config.pairPermission);
      const asksFor = route.config?.recentPassword ? RECENT_PASSWORD : undefined;
      const service = /^\/api\/([^/]+)/.exec(url)?.[1] ?? 'server';
      return {
        url,
        schema: {
          ...schema,
          tags: [service],
          description: [schema?.summary, schema?.description, PERMISSION_TEXT[permission], inPair, asksFor]
            .map(sentence)
            .filter(Boolean)
            .join(' '),
          ...(body ?? {}),
          ...answersOf(schema, route.config),
          ...(permission === 'anyone' ? {} : { security: [{ bearer: [] }] }),
        },
      };
    },
  });
  addViewer(app);
  app.get('/api/docs/json', OPTIONS, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(JSON.stringify(app.swagger())),
  );
}

const PAIR_OF: Readonly<Record<PairPermission['of'], string>> = {
  document: 'of the document',
  'represented document': 'of the document, which is seen by whoever substitutes a signatory too',
  form: 'that the form names',
};

const pairText = ({ action, of }: PairPermission): string =>
  `The role of the caller must allow the action «${action}» in the direction and the task ${PAIR_OF[of]}`;

function answersOf(schema: FastifySchema | undefined, config: FastifyContextConfig | undefined) {
  const answers = schema?.response as Readonly<Record<string, object>> | undefined;
  const headers = config?.answerHeaders;
  if (!answers || !headers) return {};
  const withHeaders = Object.entries(answers).map(([status, answer]) => [status, { ...answer, headers }]);
  return { response: Object.fromEntries(withHeaders) };
}

/** The body that a route declares, and the media types to send it in: with files only multipart. */
function bodyOf(config: FastifyContextConfig | undefined) {
  const schema = config?.form ? schemaOfForm(config.form) : config?.bodySchema;
  if (!schema) return null;
  return { body: schema, consumes: config?.files ? MULTIPART : ANY_FORM };
}

const sentence = (text: string | undefined): string => (text ? text.replace(/[.]?$/, '.') : '');

/** Scripts, styles and answers of this server only; the viewer draws its signs as data. */
const POLICY = API_POLICY.replace(
  "default-src 'none'",
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'",
);

const ours = (name: string): string => new URL(`./viewer/${name}`, import.meta.url).href;
const SCRIPT = 'text/javascript; charset=utf-8';
const STYLE = 'text/css; charset=utf-8';

const FILES = [
  ['page.js', ours('page.js'), SCRIPT],
  ['page.css', ours('page.css'), STYLE],
  ['swagger-ui-bundle.js', import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js'), SCRIPT],
  ['swagger-ui.css', import.meta.resolve('swagger-ui-dist/swagger-ui.css'), STYLE],
] as const;

const OPTIONS = { config: { permission: 'anyone' }, schema: { hide: true } } as const;

/** /api/docs: the OpenAPI document shown by Swagger UI, which loads nothing from elsewhere. */
function addViewer(app: FastifyInstance): void {
  app.get('/api/docs', OPTIONS, async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('Content-Security-Policy', POLICY)
      .send(createReadStream(new URL(ours('page.html')))),
  );
  for (const [name, file, type] of FILES) {
    app.get(`/api/docs/viewer/${name}`, OPTIONS, async (_request, reply) =>
      reply
        .type(type)
        .header('Cache-Control', 'public, max-age=3600')
        .send(createReadStream(new URL(file))),
    );
  }
}

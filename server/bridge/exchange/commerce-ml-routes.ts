import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import type { ApiError } from '../../../contract/errors.ts';
import { sendError } from '../../http/error-handler.ts';
import { HttpError } from '../../http/errors.ts';
import type { FileLimits } from '../../http/file-limits.ts';
import { isExchangeOn, opensExchange } from './access.ts';
import type { ExchangeContext } from './context.ts';
import { importFile } from './import-file.ts';
import { ExchangeProblem } from './problem.ts';
import { PART_MAX } from './received-files.ts';
import type { ExchangeSession } from './session.ts';
import { ExchangeSessions, SESSION_COOKIE } from './sessions.ts';

/** How long a call waits for an import to end before it tells how far that is, ms: clients give up after a minute or so. */
const PATIENCE_MS = 15_000;

const Query = Type.Object({
  type: Type.Optional(Type.String()),
  mode: Type.Optional(Type.String()),
  filename: Type.Optional(Type.String()),
});

/** A part of a file is a body of its own. */
const PART: FileLimits = { maxBytes: PART_MAX, maxFiles: 1, maxTotalBytes: PART_MAX };

type Asked = FastifyRequest<{ Querystring: Static<typeof Query> }>;

/**
 * The exchange of catalogues with accounting programs (CommerceML 2, https://dev.1c-bitrix.ru/api_help/sale/algorithms/index.php):
 * `checkauth`, `init`, `file` in parts, `import`. Answers are lines of text that begin with `success`, `progress` or `failure`.
 */
export function commerceMlRoutes(
  context: ExchangeContext,
  { patienceMs = PATIENCE_MS }: { readonly patienceMs?: number } = {},
): FastifyPluginAsyncTypebox {
  const { settings } = context;
  const sessions = new ExchangeSessions(context.incomingFolder);
  const isOpen = ({ headers }: FastifyRequest): boolean | null =>
    isExchangeOn(settings)
      ? opensExchange(headers.authorization ?? '', settings) || sessions.find(headers.cookie) !== null
      : null;

  const modes: Readonly<Record<string, (session: ExchangeSession, request: Asked) => Promise<string>>> = {
    init: async (session) => {
      await session.begin();
      return `zip=yes\nfile_limit=${PART_MAX}`;
    },
    file: async (session, request) => {
      const name = nameOf(request);
      session.forgetWork(name);
      await session.files.append(name, request.body as Readable);
      return 'success';
    },
    import: async (session, request) => {
      const name = nameOf(request);
      const path = await session.files.find(name);
      if (path === null) throw new ExchangeProblem(`файл ${name} не\u00a0получен`);
      const work = session.work(name, (onProgress, signal) =>
        importFile(context, { path, name }, onProgress, signal),
      );
      const timer = new AbortController();
      await Promise.race([work.ended, pause(patienceMs, null, { signal: timer.signal }).catch(() => {})]);
      timer.abort();
      const { outcome, rows } = work;
      if (outcome === null) return `progress\nпрочитано строк: ${rows}`;
      if ('failure' in outcome) throw outcome.failure;
      return `success\n${outcome.message}`;
    },
    complete: async () => 'success',
    deactivate: async () => 'success',
  };

  const answer = async (request: Asked): Promise<string> => {
    const { type = '', mode = '' } = request.query;
    if (type !== 'catalog') throw new ExchangeProblem(`обмен вида «${type}» не\u00a0поддерживается`);
    if (mode === 'checkauth') return `success\n${SESSION_COOKIE}\n${await sessions.begin()}`;
    const session = sessions.find(request.headers.cookie);
    if (!session) throw new ExchangeProblem('сеанс не\u00a0начат: сначала mode=checkauth');
    const act = Object.hasOwn(modes, mode) ? modes[mode] : undefined;
    if (!act) throw new ExchangeProblem(`режим «${mode}» не\u00a0поддерживается`);
    return act(session, request);
  };

  return async (app) => {
    app.addHook('preClose', () => sessions.stop());
    // A part of a file comes bare, under whatever type.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    app.setErrorHandler((error, request, reply) => fail(error, request, reply));
    for (const method of ['GET', 'POST'] as const)
      app.route({
        method,
        url: '/exchange/1c',
        exposeHeadRoute: false,
        config: { permission: 'exchange', opensExchange: isOpen, files: PART },
        schema: {
          tags: ['price list'],
          summary: 'Exchange of catalogues in CommerceML 2; with EXCHANGE_LOGIN or EXCHANGE_TOKEN',
          querystring: Query,
          produces: ['text/plain'],
        },
        handler: async (request, reply) => text(reply, await answer(request)),
      });
  };
}

function nameOf({ query: { filename = '' } }: Asked): string {
  if (filename === '' || filename.length > 500) throw new ExchangeProblem('не\u00a0указан файл (filename)');
  return filename;
}

const text = (reply: FastifyReply, lines: string) =>
  reply.type('text/plain; charset=utf-8').send(`${lines}\n`);

/** How clients are asked for the login. */
const BASIC = { 'WWW-Authenticate': 'Basic realm="exchange"' };

/** What the exchange itself refuses is a `failure` under 200, as clients of the protocol expect. */
function fail(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof HttpError && (error.status === 401 || error.status === 403))
    return sendError(reply, new HttpError(error.status, error.message as ApiError, { headers: BASIC }));
  if (error instanceof ExchangeProblem || error instanceof HttpError) {
    const { message = error.message } = (error instanceof HttpError ? error.facts : {}) as {
      message?: string;
    };
    request.log.warn({ reason: message }, 'an exchange was refused');
    return text(reply, `failure\n${message}`);
  }
  request.log.error({ err: error }, 'an exchange failed');
  return text(reply, 'failure\nвнутренняя ошибка сервера');
}

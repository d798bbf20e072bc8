// Routes that accounting programs call with goods, prices and stock: 1C by CommerceML 2, others by a list of items.
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { MessageAnswer } from '../../../contract/answers.ts';
import { EXCHANGE_BODY_MAX } from '../../../contract/limits.ts';
import { PriceKinds } from '../../../contract/price-lists/exchange.ts';
import { EXCHANGE_FORM, PRICE_KIND_FORM } from '../../../contract/price-lists/forms.ts';
import { typographed } from '../../../rules/format/typography.ts';
import { HttpError, notFound, readForm } from '../../platform/http/request.ts';
import type { FileLimits } from '../../platform/http/upload.ts';
import { articleKey } from '../../platform/text/article-key.ts';
import { failureText } from '../runs/failures.ts';
import { importFile, submitList, writePriceFile } from './import-file.ts';
import { chooseKind, kindsAnswer, listKinds } from './price-kinds.ts';
import type { ListColumn, ListRow } from './rows.ts';
import { type ExchangeSession, ExchangeSessions, PART_MAX, SESSION_COOKIE } from './sessions.ts';
import { type ExchangeContext, ExchangeProblem, isExchangeAuthorized, isExchangeOn, positiveSum } from './settings.ts';

/** What accounting programs call, relative to the service's prefix. */
export function exchangeRoutes(context: ExchangeContext): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(itemsRoutes(context));
    await app.register(commerceMlRoutes(context));
    await app.register(priceKindRoutes(context));
  };
}

/** How long a call waits for the end of an import before it answers with its progress, ms: clients wait about a minute. */
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
function commerceMlRoutes(context: ExchangeContext): FastifyPluginAsyncTypebox {
  const { settings } = context;
  const sessions = new ExchangeSessions(context.incomingFolder);
  const isOpen = ({ headers }: FastifyRequest): boolean | null =>
    isExchangeOn(settings)
      ? isExchangeAuthorized(headers.authorization ?? '', settings) || sessions.find(headers.cookie) !== null
      : null;

  const modes: Readonly<Record<string, (session: ExchangeSession, request: Asked) => Promise<string>>> = {
    init: async (session) => {
      await session.begin();
      return `zip=yes\nfile_limit=${PART_MAX}`;
    },
    file: async (session, request) => {
      const name = nameOf(request);
      await session.receive(name, request.body as Readable);
      return 'success';
    },
    import: async (session, request) => {
      const name = nameOf(request);
      const path = await session.files.find(name);
      if (path === null) throw new ExchangeProblem(`файл ${name} не получен`);
      const work = session.work(name, (onProgress, signal) => importFile(context, { path, name }, onProgress, signal));
      const timer = new AbortController();
      await Promise.race([work.ended, pause(PATIENCE_MS, null, { signal: timer.signal }).catch(() => {})]);
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
    if (type !== 'catalog') throw new ExchangeProblem(`обмен вида «${type}» не поддерживается`);
    if (mode === 'checkauth') return `success\n${SESSION_COOKIE}\n${await sessions.begin()}`;
    const session = sessions.find(request.headers.cookie);
    if (!session) throw new ExchangeProblem('сеанс не начат: сначала mode=checkauth');
    const act = Object.hasOwn(modes, mode) ? modes[mode] : undefined;
    if (!act) throw new ExchangeProblem(`режим «${mode}» не поддерживается`);
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
          summary: 'Exchange of catalogues in CommerceML 2; with EXCHANGE_LOGIN or EXCHANGE_TOKEN',
          querystring: Query,
          produces: ['text/plain'],
        },
        handler: async (request, reply) => text(reply, await answer(request)),
      });
  };
}

function nameOf({ query: { filename = '' } }: Asked): string {
  if (filename === '' || filename.length > 500) throw new ExchangeProblem('не указан файл (filename)');
  return filename;
}

const text = (reply: FastifyReply, lines: string) => reply.type('text/plain; charset=utf-8').send(`${lines}\n`);

/** Reasons of a refused call, in the words of its reader. */
const REFUSED: Readonly<Record<401 | 403, string>> = typographed({
  401: 'Неверное имя пользователя или пароль обмена, или сеанс закончился',
  403: 'Обмен выключен: на сервере магазина не заданы EXCHANGE_LOGIN и EXCHANGE_PASSWORD',
});

const BASIC = { 'WWW-Authenticate': 'Basic realm="exchange"' };

/**
 * What the exchange itself refuses is a `failure` under 200, as clients of the protocol expect; a wrong password one under
 * 401, at which a client that knows HTTP asks for another.
 */
function fail(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof HttpError && (error.status === 401 || error.status === 403))
    return text(reply.code(error.status).headers(BASIC), `failure\n${REFUSED[error.status]}`);
  if (error instanceof ExchangeProblem || error instanceof HttpError) {
    const message = error instanceof HttpError ? failureText(error).replaceAll('\n', '; ') : error.message;
    request.log.warn({ reason: message }, 'an exchange was refused');
    return text(reply, `failure\n${message}`);
  }
  request.log.error({ err: error }, 'an exchange failed');
  return text(reply, 'failure\nвнутренняя ошибка сервера');
}

/** The kinds of prices of the accounting program, among which administrators choose. */
function priceKindRoutes({ database, settings }: ExchangeContext): FastifyPluginAsyncTypebox {
  const answer = async () => kindsAnswer(settings.priceType, await listKinds(database.read));
  return async (app) => {
    app.get(
      '/exchange/price-kinds',
      {
        config: { permission: 'admin' },
        schema: { summary: 'Kinds of prices that the accounting program has named', response: { 200: PriceKinds } },
      },
      answer,
    );
    app.put(
      '/exchange/price-kinds',
      {
        config: { permission: 'admin', form: PRICE_KIND_FORM },
        schema: { summary: 'Chooses the kind of prices of the coming exchanges', response: { 200: PriceKinds } },
      },
      async (request) => {
        const { id } = readForm(request, PRICE_KIND_FORM);
        if (!(await chooseKind(database, id))) throw notFound('price kind not found');
        return answer();
      },
    );
  };
}

/** POST /ut/upload: the items of an accounting program, imported as a price list. */
function itemsRoutes(context: ExchangeContext): FastifyPluginAsyncTypebox {
  const { settings, incomingFolder } = context;
  const opens = ({ headers }: FastifyRequest): boolean | null =>
    isExchangeOn(settings) ? isExchangeAuthorized(headers.authorization ?? '', settings) : null;

  return async (app) => {
    app.post(
      '/ut/upload',
      {
        config: { permission: 'exchange', opensExchange: opens, form: EXCHANGE_FORM },
        bodyLimit: EXCHANGE_BODY_MAX,
        schema: {
          summary: 'Takes the items of an accounting program: stock and texts; with EXCHANGE_TOKEN',
          response: { 200: MessageAnswer },
        },
      },
      async (request) => {
        const { json_data: items } = readForm(request, EXCHANGE_FORM);
        const { rows, columns } = itemRows(items);
        if (rows.length === 0) return { message: typographed('Товаров с артикулом нет') };
        await mkdir(incomingFolder, { recursive: true });
        const path = join(incomingFolder, `${process.pid}-${randomUUID()}.part`);
        const abort = new AbortController();
        const stop = () => abort.abort(new Error('cancelled'));
        request.raw.once('aborted', stop);
        try {
          await writePriceFile(path, rows);
          const list = {
            path,
            name: 'ut-upload.csv',
            columns,
            addsPositions: true,
            isNamedBySource: false,
            doubts: [],
          };
          const { message } = await submitList(context, list, () => {}, abort.signal);
          return { message };
        } finally {
          request.raw.off('aborted', stop);
          await rm(path, { force: true });
        }
      },
    );
  };
}

const SIZES = ['weight', 'width', 'height', 'length'] as const;

/** Items as rows, and the columns they fill; those without an article are left out, stock below zero is none. */
function itemRows(items: readonly unknown[]) {
  const columns = new Set<ListColumn>(['article', 'title']);
  const rows = items.flatMap((item) => {
    const row = itemRow(item);
    if (!row) return [];
    for (const [column, value] of Object.entries(row)) if (value !== '') columns.add(column as ListColumn);
    return [row];
  });
  return { rows, columns };
}

function itemRow(item: unknown): ListRow | null {
  if (typeof item !== 'object' || item === null) return null;
  const fields = item as Readonly<Record<string, unknown>>;
  const article = textOf(fields.article);
  if (articleKey(article) === '') return null;
  const sizes = SIZES.map((name) => [name, textOf(fields[name])]);
  return {
    article,
    title: textOf(fields.name),
    manufacturer: textOf(fields.manufacturer),
    code: textOf(fields.code),
    amount: amountOf(fields.storage),
    ...Object.fromEntries(sizes),
  };
}

function amountOf(storage: unknown): number | '' {
  if (!Array.isArray(storage)) return '';
  return positiveSum(storage.map((line: unknown) => textOf((line as { amount?: unknown } | null)?.amount)));
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';

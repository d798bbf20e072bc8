// Routes of requests for buyers: present prices of chosen offers, sending a request, and the requests that a buyer has
// sent.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { REQUEST_AMOUNT_MAX, REQUEST_BODY_MAX, REQUEST_ITEMS_MAX, REQUEST_TEXT_MAX } from '../../contract/limits.ts';
import { isReachable, REQUEST_FORM } from '../../contract/requests/forms.ts';
import * as api from '../../contract/requests/requests.ts';
import { offerTitle } from '../../rules/catalogue/part.ts';
import { countOf, formatNumber } from '../../rules/format/texts.ts';
import { liveDayOf } from '../catalogue/context/context.ts';
import { offeredPosition } from '../catalogue/context/position.ts';
import { visiblePositions } from '../catalogue/parts/visible-positions.ts';
import * as http from '../platform/http/request.ts';
import { footOf, ownAnswer, pageOf, requestWorkbook, todayFor } from './answers.ts';
import { makeRequest, type RequestContext } from './make-request.ts';
import * as store from './store.ts';

const ANYONE = { permission: 'anyone' } as const;

export function buyerRoutes(context: RequestContext): FastifyPluginAsyncTypebox {
  const { database, shown, limits } = context;

  return async (app) => {
    app.get(
      '/requests/offers',
      {
        config: ANYONE,
        schema: {
          summary: 'How offers stand now, for a request that is not sent yet',
          querystring: Type.Object({
            ids: Type.Optional(Type.String({ description: `At most ${REQUEST_ITEMS_MAX} ids between commas` })),
          }),
          response: { 200: api.OffersAnswer },
        },
      },
      async ({ query }) => {
        const ids = idsIn(query.ids);
        const found = await visiblePositions(shown.read, ids);
        const liveDay = liveDayOf(context);
        return {
          offers: ids.flatMap((id) => found.get(id) ?? []).map((row) => offeredPosition(row, liveDay)),
          missing: ids.filter((id) => !found.has(id)),
        };
      },
    );

    app.get(
      '/requests/offers.xlsx',
      {
        config: ANYONE,
        schema: {
          summary: 'The same with amounts as .xlsx, without those that are not offered',
          querystring: Type.Object({
            items: Type.Optional(Type.String({ description: 'Ids and amounts, as in `7-2,15-1`' })),
          }),
        },
      },
      async ({ query }, reply) => {
        const amounts = amountsIn(query.items);
        const found = await visiblePositions(shown.read, [...amounts.keys()]);
        const liveDay = liveDayOf(context);
        const items = [...amounts].flatMap(([id, amount]) => {
          const row = found.get(id);
          return row ? [store.withLack(store.requestedItem(row, amount, liveDay), row, liveDay)] : [];
        });
        return http.sendWorkbook(
          reply,
          'request.xlsx',
          requestWorkbook('Заявка', items, await footOf(context, 'Заявка', context.clock())),
        );
      },
    );

    app.post(
      '/requests',
      {
        config: { ...ANYONE, form: REQUEST_FORM },
        bodyLimit: REQUEST_BODY_MAX,
        schema: {
          summary: 'Sends a request for offers: it is kept, and mailed to the shop and, where given, to the buyer',
          description:
            'A header `Idempotency-Key` makes the call safe to repeat: under the same key there is one request. Of a ' +
            'signed-in caller it is kept who sent it. `positions not found` names the offers that are gone, `prices ' +
            'changed` those whose price is not the one that was seen',
          response: { 201: api.TakenRequest, '4xx': api.RequestRefusal },
        },
      },
      async (request, reply) => {
        const address = http.clientKey(request.ip);
        await limits.take('requestClient', address);
        const caller = await request.callerIfAny();
        const key = http.readCreationKey(request.headers['idempotency-key']);
        const sent = http.readForm(request, REQUEST_FORM);
        if (!isReachable(sent)) throw http.badRequest('phone or email is needed');
        const made = await makeRequest(context, sent, { key, uid: caller?.uid ?? null, address });
        return reply.code(201).header('cache-control', 'no-store').send(made);
      },
    );

    app.get(
      '/requests/own',
      {
        config: { permission: 'signed-in' },
        schema: {
          summary: 'What the caller has sent, newest first',
          querystring: Type.Object({ cursor: Type.Optional(Type.String()) }),
          response: { 200: api.OwnRequestPage },
        },
      },
      async (request) => {
        const after = store.readCursor(request.query.cursor);
        if (after === undefined) throw http.badRequest('invalid cursor');
        const { page, next } = pageOf(await store.listOwn(database.read, http.requireCaller(request).uid, after));
        const ids = page.map(({ id }) => id);
        const items = await store.itemsOf(database.read, ids);
        const today = await todayFor(context, [...items.values()].flat());
        return { requests: page.map((one) => ownAnswer(one, items.get(one.id) ?? [], today)), next };
      },
    );
  };
}

/** Different ids, in their order; throws 400. */
function idsIn(text = ''): number[] {
  const ids = [...new Set(text.split(',').filter(Boolean))];
  if (ids.length > REQUEST_ITEMS_MAX || ids.some((id) => !/^\d{1,15}$/.test(id)))
    throw http.badRequest('invalid items');
  return ids.map(Number);
}

/** Amounts by id; throws 400. */
/** Offers as a buyer would write them down, a line each: `740.1003010-20 Головка блока (аналог), КАМАЗ — 2 шт`; '' where none is offered. */
export async function offersInWords({ shown, ...context }: RequestContext, items: string): Promise<string> {
  const amounts = amountsIn(items);
  const found = await visiblePositions(shown.read, [...amounts.keys()]);
  const liveDay = liveDayOf(context);
  const lines = [...amounts].flatMap(([id, amount]) => {
    const row = found.get(id);
    if (!row) return [];
    const offer = offeredPosition(row, liveDay);
    const named = [offer.article, offerTitle(offer)].filter(Boolean).join(' ');
    return `${[named, offer.manufacturer, offer.stock].filter(Boolean).join(', ')} — ${formatNumber(amount)} шт`;
  });
  return withinWish(lines);
}

/** As many whole lines as a wish may have, and how many are left out. */
function withinWish(lines: readonly string[]): string {
  const all = lines.join('\n');
  if (all.length <= REQUEST_TEXT_MAX) return all;
  const kept: string[] = [];
  for (const line of lines) {
    if ([...kept, line].join('\n').length > REQUEST_TEXT_MAX - LEFT_OUT_MAX) break;
    kept.push(line);
  }
  const left = countOf(lines.length - kept.length, ['позиция', 'позиции', 'позиций']);
  return [...kept, `Не поместились: ${left}. Отправьте их ещё одной заявкой.`].join('\n');
}

/** Characters of the line that counts what is left out, and of what the buyer adds. */
const LEFT_OUT_MAX = 100;

function amountsIn(text = ''): Map<number, number> {
  const parts = text.split(',').filter(Boolean);
  const amounts = new Map<number, number>();
  for (const part of parts) {
    const [, id, amount] = /^(\d{1,15})-(\d{1,6})$/.exec(part) ?? [];
    if (id === undefined || Number(amount) === 0 || Number(amount) > REQUEST_AMOUNT_MAX)
      throw http.badRequest('invalid items');
    amounts.set(Number(id), Number(amount));
  }
  if (amounts.size === 0 || amounts.size > REQUEST_ITEMS_MAX) throw http.badRequest('invalid items');
  return amounts;
}

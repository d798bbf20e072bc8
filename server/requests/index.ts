/** Requests of buyers: settings, routes, mails and removal of old ones. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { DAY_MS, REQUEST_KEEP_DAYS, REQUESTS_PER_ADDRESS, REQUESTS_PER_DAY } from '../../contract/limits.ts';
import type { SentWish } from '../../contract/requests/forms.ts';
import type { TakenRequest } from '../../contract/requests/requests.ts';
import { type CatalogueContext, todayOf } from '../catalogue/context/context.ts';
import type { Database, JobRunner } from '../platform/database/types.ts';
import { createLimits, type Limits } from '../platform/http/limits.ts';
import type { MailTransport, OutboxSchema } from '../platform/mail/mail.ts';
import { createOutbox, type Outbox } from '../platform/mail/outbox.ts';
import { outboxRoutes } from '../platform/mail/outbox-routes.ts';
import type { Secrets } from '../platform/secrets.ts';
import { buyerRoutes, offersInWords } from './buyer-routes.ts';
import { type DayCaps, type DayState, dayState, forgetDays } from './day-counts.ts';
import { createRequestMails, type ShopInMails } from './mails.ts';
import { makeRequest, type RequestContext } from './make-request.ts';
import { staffRoutes } from './staff-routes.ts';
import { removeOld } from './store.ts';

const DAY_CAPS: DayCaps = { strangers: REQUESTS_PER_DAY, newcomers: REQUESTS_PER_DAY, sender: REQUESTS_PER_ADDRESS };

const NO_SHOP: ShopInMails = { name: '', phone: '', siteAddress: () => '' };

export interface RequestSettings {
  /** Named in files; without it, as the settings of mails say. */
  readonly shop?: ShopInMails;
  /** See RequestContext. */
  readonly privacyText?: () => Promise<number>;
  /** Whom they are mailed to, and how; without it they are kept only. */
  readonly mail?: {
    readonly secrets: Secrets;
    readonly transport: MailTransport;
    readonly shop: ShopInMails & { readonly companyEmail: string };
  };
  /** How often things may be done; without it, as RATE_LIMITS says. */
  readonly limits?: Limits;
  /** How many requests are taken in a day. */
  readonly dayCaps?: DayCaps;
  /** Days that a request is kept after its last change; 0: for ever. */
  readonly keepDays?: number;
}

export interface Requests {
  readonly routes: FastifyPluginAsyncTypebox;
  /** Takes what a visitor without script has written; rejects as the call of a request does. */
  takeWish(wish: SentWish, address: string): Promise<TakenRequest>;
  /** The wish that these offers come to, as in `7-2,15-1`; rejects where they make no sense, '' where none is offered. */
  wishOf(items: string): Promise<string>;
  /** null: no mails are sent. */
  readonly outbox: Outbox | null;
  today(): Promise<DayState>;
  /** Removes what is too old to be kept; resolves to how many requests. */
  sweep(): Promise<number>;
  close(): Promise<void>;
}

export function openRequests(
  context: CatalogueContext,
  jobs: JobRunner,
  {
    mail,
    shop = mail?.shop ?? NO_SHOP,
    privacyText = async () => 0,
    limits = createLimits(),
    dayCaps = DAY_CAPS,
    keepDays = REQUEST_KEEP_DAYS,
  }: RequestSettings,
): Requests {
  const { database, clock, log } = context;
  const outbox = mail
    ? createOutbox({
        // The outbox knows only its own table of this database.
        database: database as unknown as Database<OutboxSchema>,
        ...{ secrets: mail.secrets, transport: mail.transport, shopName: mail.shop.name, clock, log },
      })
    : null;
  const mails = mail && outbox ? createRequestMails(outbox, mail.shop, limits) : null;
  const shared: RequestContext = { ...context, mails, limits, dayCaps, shop, privacyText, jobs };
  return {
    takeWish: async (wish, address) => {
      await limits.take('requestClient', address);
      const sent = { ...wish, company: '', inn: '', city: '', carrier: '', items: [] };
      return makeRequest(shared, sent, { key: null, uid: null, address });
    },
    wishOf: (items) => offersInWords(shared, items),
    outbox,
    routes: async (app) => {
      await app.register(buyerRoutes(shared));
      await app.register(staffRoutes(shared));
      if (outbox) await app.register(outboxRoutes(outbox, clock, '/requests/mails', 'Mails about requests'));
    },
    today: () => dayState(database.read, todayOf(context)),
    sweep: async () => {
      await database.write((transaction) => forgetDays(transaction, todayOf(context)));
      return keepDays > 0 ? removeOld(database, clock() - keepDays * DAY_MS) : 0;
    },
    close: async () => outbox?.close(),
  };
}

// Mails about a new request, to the shop and to the buyer.
import type { Kysely } from 'kysely';
import { readEmail } from '../../contract/fields/email.ts';
import { REQUEST_MAIL_HOURS } from '../../contract/limits.ts';
import { formatNumber, formatPrice, NO_PRICE, totalText } from '../../rules/format/texts.ts';
import { routeLinks } from '../../rules/routes.ts';
import { twoDecimals } from '../catalogue/context/position.ts';
import type { CatalogueSchema } from '../catalogue/context/schema.ts';
import type { Limits } from '../platform/http/limits.ts';
import { layOutMail, type MailText, type OutboxSchema, type Paragraph } from '../platform/mail/mail.ts';
import type { Outbox } from '../platform/mail/outbox.ts';
import { buyerFacts, type Lacking, type RequestedItem, type SentRequest } from './store.ts';

const LIFETIME = REQUEST_MAIL_HOURS * 3_600_000;

export interface RequestMails {
  /**
   * Puts the mails of a request into the transaction that makes it; call `outbox.wake` after the commit. Resolves to the
   * e-mail that a copy goes to; null: none does.
   */
  put(transaction: Kysely<CatalogueSchema>, request: NumberedRequest): Promise<string | null>;
  readonly outbox: Outbox;
}

/** The mails about requests. `companyEmail`: who works on them; what is no address gets no mail. */
export function createRequestMails(
  outbox: Outbox,
  shop: ShopInMails & { readonly companyEmail: string },
  limits: Limits,
): RequestMails {
  const company = readEmail(shop.companyEmail)?.typed;

  /** Limits mails to one mailbox, which could be flooded through the form; the request is kept either way. */
  const mayWriteTo = (key: string) =>
    limits.take('mailsToBuyer', key).then(
      () => true,
      () => false,
    );

  return {
    outbox,
    put: async (transaction, request) => {
      // The outbox knows only its own table of this database.
      const source = transaction as unknown as Kysely<OutboxSchema>;
      const { email } = request;
      if (company !== undefined) {
        const letter = mailToShop(request, shop.siteAddress());
        await outbox.put(source, { to: company, kind: 'request', letter, lifetime: LIFETIME });
      }
      if (!email || !(await mayWriteTo(email.key))) return null;
      const letter = mailToBuyer(request, shop);
      await outbox.put(source, { to: email.typed, kind: 'request-taken', letter, lifetime: LIFETIME });
      return email.typed;
    },
  };
}

interface NumberedRequest extends Omit<SentRequest, 'items'> {
  readonly stockOf: (providerId: number) => string;
  readonly id: number;
  readonly number: number;
  readonly items: readonly (RequestedItem & Lacking)[];
  /** Kopecks. */
  readonly total: number;
  readonly unpriced: number;
}

export interface ShopInMails {
  readonly name: string;
  readonly phone: string;
  readonly siteAddress: () => string;
}

const priceOf = (kopecks: number): string => formatPrice(twoDecimals(kopecks)) ?? NO_PRICE;

const linesOf = ({ items, stockOf }: NumberedRequest): string[] => items.map((item, at) => lineOf(item, at, stockOf));

function lineOf(
  { article, title, manufacturer, brand, provider_id, price, amount, lack = '' }: RequestedItem & Lacking,
  index: number,
  stockOf: NumberedRequest['stockOf'],
): string {
  const whose = [manufacturer || brand, stockOf(provider_id)].filter(Boolean).join(', ');
  const pieces = `${formatNumber(amount)} шт`;
  const cost =
    price === 0 ? `${pieces}, цена ${NO_PRICE}` : `${pieces} × ${priceOf(price)} = ${priceOf(price * amount)}`;
  return `${index + 1}. ${[article, title].filter(Boolean).join(' ')} (${whose}): ${[cost, lack].filter(Boolean).join('; ')}`;
}

const totalOf = ({ total, unpriced, items }: NumberedRequest): string =>
  `Итого: ${totalText(twoDecimals(total), unpriced, items.length)}.`;

function mailToShop(request: NumberedRequest, siteAddress: string): MailText {
  const { id, number, name, email, comment } = request;
  return layOutMail(`Заявка № ${number}: ${name}`, [
    ...buyerFacts({ ...request, email: email?.typed ?? null }).map(([label, value]) => `${label}: ${value}`),
    ...(comment ? ['Комментарий:', ...comment.split('\n').filter(Boolean)] : []),
    ...linesOf(request),
    ...(request.items.length > 0 ? [totalOf(request)] : []),
    { link: siteAddress + routeLinks.request(id), label: 'Открыть заявку' },
  ]);
}

/** Repeats nothing that was typed: the address given may be that of another person. */
function mailToBuyer(request: NumberedRequest, { name, phone, siteAddress }: ShopInMails): MailText {
  const paragraphs: Paragraph[] = [
    'Здравствуйте!',
    `Мы получили вашу заявку № ${request.number} и скоро ответим.`,
    ...linesOf(request),
    ...(request.items.length > 0
      ? [totalOf(request), 'Цены и наличие указаны на момент отправки, менеджер их подтвердит.']
      : []),
    ...(phone ? [`Телефон: ${phone}`] : []),
    { link: siteAddress(), label: name },
    'Если заявку отправили не вы, ничего не делайте.',
  ];
  return layOutMail(`Заявка № ${request.number} принята`, paragraphs);
}

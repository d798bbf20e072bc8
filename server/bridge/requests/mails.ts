import type { Kysely } from 'kysely';
import { readEmail } from '../../../contract/fields/email.ts';
import { REQUEST_MAIL_HOURS } from '../../../contract/limits.ts';
import type { Limits } from '../../http/limits.ts';
import type { Outbox } from '../../mail/outbox.ts';
import type { OutboxSchema } from '../../mail/schema.ts';
import type { BridgeSchema } from '../schema.ts';
import { buyerLetter, type NumberedRequest, type ShopOfLetters, shopLetter } from './letters.ts';

const LIFETIME = REQUEST_MAIL_HOURS * 3_600_000;

/** Whom requests are mailed to. */
export interface RequestMails {
  /** Puts the mails of a request into the transaction that makes it; call `outbox.wake` after the commit. */
  put(transaction: Kysely<BridgeSchema>, request: NumberedRequest): Promise<void>;
  readonly outbox: Outbox;
}

/** The mails about requests. `companyEmail`: who works on them; what is no address gets no mail. */
export function createRequestMails(
  outbox: Outbox,
  shop: ShopOfLetters & { readonly companyEmail: string },
  limits: Limits,
): RequestMails {
  const company = readEmail(shop.companyEmail)?.typed;

  /** Nobody's mailbox is to be flooded through our form; the request is kept either way. */
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
        const letter = shopLetter(request, shop.siteAddress());
        await outbox.put(source, { to: company, kind: 'request', letter, lifetime: LIFETIME });
      }
      if (email && (await mayWriteTo(email.key))) {
        const letter = buyerLetter(request, shop);
        await outbox.put(source, { to: email.typed, kind: 'request-taken', letter, lifetime: LIFETIME });
      }
    },
  };
}

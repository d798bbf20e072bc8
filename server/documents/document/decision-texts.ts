// Words of the server for decisions about documents (sign, acknowledge, decline): in the reference of the API, in
// mails and in signed packages.
import type { DecisionName } from '../../../contract/documents/words.ts';
import { typographed } from '../../../rules/format/typography.ts';

export interface MailWording {
  readonly subject: string;
  readonly says: (who: string) => string;
}

/** What the server says of each decision: in the reference of the API, in the mail to the author, in a signed package. */
export const DECISION_TEXTS = typographed<
  Readonly<Record<DecisionName, { readonly summary: string; readonly mail: MailWording; readonly packaged: string }>>
>({
  sign: {
    summary: 'Signs a document, for himself or for somebody whom he substitutes',
    mail: { subject: 'Согласовано', says: (who) => `Документ согласован. Подписант: ${who}.` },
    packaged: 'подписано',
  },
  acknowledge: {
    summary: 'Notes that the caller has read a document, for himself or for somebody whom he substitutes',
    mail: { subject: 'Ознакомление', says: (who) => `Ознакомление с документом подтверждает ${who}.` },
    packaged: 'ознакомление',
  },
  decline: {
    summary: 'Refuses to sign a document, with a reason',
    mail: { subject: 'Отклонено', says: (who) => `Документ отклонён. Подписант: ${who}.` },
    packaged: 'отклонено',
  },
});

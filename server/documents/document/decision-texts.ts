// Words of the server for decisions about documents (sign, acknowledge, decline): in the reference of the API and
// in signed packages. Mails say more: notifications/mail-texts.ts.
import type { DecisionName } from '../../../contract/documents/words.ts';
import { typographed } from '../../../rules/format/typography.ts';

/** What the server says of each decision: in the reference of the API and in a signed package. */
export const DECISION_TEXTS = typographed<
  Readonly<Record<DecisionName, { readonly summary: string; readonly packaged: string }>>
>({
  sign: { summary: 'Signs a document, for himself or for somebody whom he substitutes', packaged: 'подписано' },
  acknowledge: {
    summary: 'Notes that the caller has read a document, for himself or for somebody whom he substitutes',
    packaged: 'ознакомление',
  },
  decline: { summary: 'Refuses to sign a document, with a reason', packaged: 'отклонено' },
});

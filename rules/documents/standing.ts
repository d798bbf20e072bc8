// The words for where a document stands. Pages, lists, mails, exports and signed packages all ask this one function, so
// that they never say different things of one document.
import type { Document } from '../../contract/documents/documents.ts';

/** What the words depend on; an answer of the API has it. */
export type Standing = Pick<Document, 'state' | 'stage'> & { readonly acceptor: { readonly length: number } };

/** «На согласовании (шаг 2 из 3)», «Согласован, на ознакомлении», «Завершён»… */
export function stateLabel({ state, stage, acceptor }: Standing): string {
  if (state !== 'pending') return ENDED[state];
  if (stage.kind === 'recipient') return acceptor.length > 0 ? 'Согласован, на ознакомлении' : 'На ознакомлении';
  return stage.count > 1 ? `На согласовании (шаг ${stage.number} из ${stage.count})` : 'На согласовании';
}

const ENDED: Readonly<Record<Exclude<Document['state'], 'pending'>, string>> = {
  declined: 'Отклонён',
  done: 'Завершён',
  none: 'Без подписантов',
  cancelled: 'Аннулирован',
};

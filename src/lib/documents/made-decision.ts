// The decision that the user has just made, shown on top of the next page with a button that undoes it for some seconds;
// and why the server has not taken one.
import type { Document } from '../../../contract/documents/documents.ts';
import { DECISIONS } from '../../../contract/documents/words.ts';
import { DECISION_UNDO_MS } from '../../../contract/limits.ts';
import { stateLabel } from '../../../rules/documents/standing.ts';
import { type Failure, outcomeOf } from '../platform/http-client.ts';
import type { DecisionSent, DocflowCalls } from './document-calls.ts';
import { docflow, numberOf, personName } from './document-texts.ts';
import { notTaken } from './page-texts.ts';
import { expectedSignatories } from './permissions.ts';
import { $madeDecision } from './return-address.ts';

/** Keeps a decision of `uid` about a document that the server has answered with; nothing where it holds none. */
export function rememberDecision(
  document: Document,
  { name, insteadOf }: DecisionSent,
  uid: string,
  now: number,
): void {
  const { kind, accepts } = DECISIONS[name];
  const entry = document[kind].find((one) => one.uid === (insteadOf ?? uid));
  if (!entry || (accepts ? !entry.accept : entry.declinedAt === null)) return;
  const whose = insteadOf === null ? '' : ` (${docflow.decidedFor(personName(entry))})`;
  // A decline says itself where the document stands.
  const stands = document.state === 'declined' ? '' : ` ${stateLabel(document)}.`;
  const text = `${docflow.decided[name]}${whose}: ${titleOf(document)}.${stands}`;
  $madeDecision.set({ document: document.id, insteadOf, text, until: now + DECISION_UNDO_MS });
}

/** Says of a document that the server has answered with that a decision about it was taken back. */
export function rememberWithdrawal(document: Document): void {
  const text = docflow.undone(titleOf(document), stateLabel(document));
  $madeDecision.set({ document: document.id, insteadOf: null, text, until: 0 });
}

/** Takes it back; null: done, and the banner says so. */
export async function undoDecision(calls: Pick<DocflowCalls, 'withdraw'>): Promise<Failure | null> {
  const made = $madeDecision.get();
  if (!made) return null;
  const { value, failure } = await outcomeOf(() => calls.withdraw(made.document, made.insteadOf));
  if (failure) return failure;
  rememberWithdrawal(value.value);
  return null;
}

/**
 * Why a decision was not taken, by the document as it is now; '': the same decision may be made about it, or the
 * document does not show the reason.
 */
export function whyRefused(document: Document, { name, insteadOf }: DecisionSent, uid: string): string {
  const { kind } = DECISIONS[name];
  const { acceptor, recipient, route, stage } = document;
  const entry = document[kind].find((one) => one.uid === (insteadOf ?? uid));
  if (document.cancelled) return notTaken.cancelled;
  if (!entry) return notTaken.notListed;
  const declined = [...acceptor, ...recipient].find((one) => one.declinedAt !== null);
  if (declined) return notTaken.declined(personName(declined.declinedBy ?? declined), declined.reason);
  if (entry.accept) return notTaken.accepted[kind](personName(entry.acceptedBy ?? entry));
  if (entry.isSpared) {
    const peers = route?.steps.find(({ people }) => people.includes(entry.uid))?.people ?? [];
    const signed = acceptor.find((one) => one.accept && peers.includes(one.uid));
    return signed ? notTaken.spared(personName(signed.acceptedBy ?? signed)) : '';
  }
  if (!entry.isWaiting) return '';
  const asked = expectedSignatories(document).map(personName);
  return notTaken.waiting(stage.count > 1 ? stage.number : null, asked, insteadOf === null ? null : personName(entry));
}

const titleOf = (document: Document): string => `${numberOf(document)} «${document.title}»`;

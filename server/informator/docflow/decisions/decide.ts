import type { SignatoryKind } from '../../../../contract/decisions.ts';
import { isPending } from '../../../../rules/signatories.ts';
import { type Steps, turnOf } from '../document/route-rules.ts';
import { isWaiting, type Signatory } from '../document/signatory-rules.ts';

/** What a signatory decides. */
export type Act = { readonly kind: 'accept' } | { readonly kind: 'decline'; readonly reason: string };

export interface Decision {
  readonly kind: SignatoryKind;
  /** Who acts. */
  readonly caller: string;
  /** The signatory that the call names; null: the caller, or else one whom the caller substitutes. */
  readonly insteadOf: string | null;
  /** Whom the caller substitutes today in this list of the document. */
  readonly substituted: ReadonlySet<string>;
  readonly act: Act;
  readonly ordered: boolean;
  /** Of the document's route; flat lists without them. */
  readonly steps?: Steps;
  readonly now: number;
}

/**
 * `not listed`: neither the caller nor anybody whom they substitute. `settled`: the signatory has decided otherwise, which
 * stands until the next version. `closed`: others have settled the step, or declined. `unchanged`: the signatory has decided so already.
 */
export type Decided =
  | { readonly outcome: 'not listed' | 'waiting' | 'settled' | 'closed' }
  | { readonly outcome: 'unchanged'; readonly entry: Signatory }
  | { readonly outcome: 'marked'; readonly entry: Signatory; readonly entries: readonly Signatory[] };

/**
 * Records the decision of one signatory. A call that names nobody never goes on from the caller to somebody else, so that a
 * repeated call signs once.
 */
export function decide(entries: readonly Signatory[], marking: Decision): Decided {
  const found = find(entries, marking);
  if (!found) return { outcome: 'not listed' };
  const { act, now, caller, ordered, steps = null } = marking;
  if (!isPending(found)) {
    const isSame = act.kind === 'accept' ? found.acceptedAt !== null : found.declinedAt !== null;
    return isSame ? { outcome: 'unchanged', entry: found } : { outcome: 'settled' };
  }
  if (isWaiting(found, entries, ordered, steps))
    return { outcome: isPassed(found, entries, steps) ? 'closed' : 'waiting' };
  const entry: Signatory =
    act.kind === 'accept'
      ? { ...found, acceptedAt: now, acceptedBy: caller }
      : { ...found, declinedAt: now, declinedBy: caller, reason: act.reason };
  return { outcome: 'marked', entry, entries: entries.map((other) => (other === found ? entry : other)) };
}

/** Whether the turn of a route has gone past somebody who was not needed. */
function isPassed({ step, kind }: Signatory, entries: readonly Signatory[], steps: Steps): boolean {
  if (!steps) return false;
  const turn = turnOf(entries, steps);
  if (turn === 'declined') return true;
  return kind === 'acceptor' && (turn === 'recipients' || turn > (step ?? 0));
}

function find(
  entries: readonly Signatory[],
  { kind, caller, insteadOf, substituted, ordered, steps = null }: Decision,
): Signatory | undefined {
  const listed = entries.filter((entry) => entry.kind === kind);
  const of = (uid: string) => listed.find((entry) => entry.uid === uid);
  if (insteadOf !== null) {
    return insteadOf === caller || substituted.has(insteadOf) ? of(insteadOf) : undefined;
  }
  const own = of(caller);
  if (own) return own;
  const others = listed.filter(({ uid }) => substituted.has(uid));
  const pending = others.filter(isPending);
  return pending.find((entry) => !isWaiting(entry, entries, ordered, steps)) ?? pending[0] ?? others[0];
}

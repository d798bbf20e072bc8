// Whom the save of a document will ask, and whom a saved one asks: the words of the form and of the message after a
// save. It follows the same rules of turns as the server.
import type { Document, Signatory, TemplateForForm } from '../../../contract/documents/documents.ts';
import type { StepMode } from '../../../contract/documents/words.ts';
import { isPending } from '../../../rules/documents/signing.ts';
import * as turns from '../../../rules/documents/turns.ts';
import { type DocumentText, mandatedOf } from './document-change.ts';
import { type Signer, withMandated } from './signatories.ts';

/** The people whom a document asks, now and later. */
export interface Forecast {
  /** Whether it lists no one. */
  readonly isEmpty: boolean;
  /** Declined: no one is asked until a new version. */
  readonly isDeclined: boolean;
  /** The step of those who sign now; null: a flat list, or no one signs now. */
  readonly step: { readonly number: number; readonly count: number; readonly mode: StepMode } | null;
  readonly sign: readonly Signer[];
  /** Who signs when the present step is done, by step. */
  readonly later: readonly { readonly mode: StepMode; readonly people: readonly Signer[] }[];
  readonly acknowledge: readonly Signer[];
  /** Whether acknowledgements wait for signatures. */
  readonly inTurn: boolean;
}

interface Entry extends turns.Placed {
  readonly person: Signer;
}

/** A person in a list, with the decision that counts; undefined: none. */
const entryOf = (
  kind: turns.Placed['kind'],
  person: Signer,
  step: number | null,
  mark?: Pick<Signatory, 'acceptedAt' | 'declinedAt'>,
): Entry => ({ ...{ kind, person, step }, acceptedAt: mark?.acceptedAt ?? null, declinedAt: mark?.declinedAt ?? null });

function forecastOf(entries: readonly Entry[], ordered: boolean, steps: turns.Modes): Forecast {
  const asked = new Set(turns.signatoriesAsked(entries, ordered, steps));
  const { isPassed } = turns.turnsIn(entries, ordered, steps);
  const open = entries.filter((entry) => isPending(entry) && !isPassed(entry));
  const peopleOf = (some: readonly Entry[]) => some.map(({ person }) => person);
  const acceptors = open.filter(({ kind }) => kind === 'acceptor');
  const recipients = open.filter(({ kind }) => kind === 'recipient');
  const turn = steps && turns.turnOf(entries, steps);
  const mode = typeof turn === 'number' ? steps?.[turn - 1]?.mode : undefined;
  const steppedLater = (steps ?? []).map((step, place) => ({
    mode: step.mode,
    people: peopleOf(acceptors.filter((entry) => entry.step === place + 1 && !asked.has(entry))),
  }));
  return {
    isEmpty: entries.length === 0,
    isDeclined: entries.some(({ declinedAt }) => declinedAt !== null),
    step: typeof turn === 'number' && steps && mode ? { number: turn, count: steps.length, mode } : null,
    sign: peopleOf(acceptors.filter((entry) => asked.has(entry))),
    later: steppedLater.filter(({ people }) => people.length > 0),
    acknowledge: peopleOf(recipients),
    inTurn: recipients.some((entry) => !asked.has(entry)),
  };
}

const stepOf = ({ route }: Pick<Document, 'route'>, uid: string): number | null => {
  const place = route?.steps.findIndex(({ people }) => people.includes(uid)) ?? -1;
  return place === -1 ? null : place + 1;
};

/** Whom a stored document asks now and later. */
export function waitedFor(document: Pick<Document, 'acceptor' | 'recipient' | 'route' | 'task'>): Forecast {
  const entries = [
    ...document.acceptor.map((one) => entryOf('acceptor', one, stepOf(document, one.uid), one)),
    ...document.recipient.map((one) => entryOf('recipient', one, null, one)),
  ];
  return forecastOf(entries, document.task.ordered, document.route?.steps ?? null);
}

interface Saved {
  /** Null for a new document. */
  readonly stored: Pick<Document, 'acceptor' | 'recipient' | 'route' | 'unable'> | null;
  /** Of a new document; null: there is none. */
  readonly template: TemplateForForm | null;
  readonly ordered: boolean;
  /** Whether the save starts a new version, which clears all decisions. */
  readonly clears: boolean;
}

/** Whom a document asks after the save of a form. */
export function forecastAfter(
  { acceptor, recipient }: Pick<DocumentText, 'acceptor' | 'recipient'>,
  { stored, template, ordered, clears }: Saved,
): Forecast {
  if (!stored && template && template.steps.length > 0 && (template.isFixed || acceptor.length === 0)) {
    const acknowledge = withMandated(recipient, mandatedOf(null, template));
    const entries = [
      ...template.steps.flatMap(({ people }, place) => people.map((one) => entryOf('acceptor', one, place + 1))),
      ...acknowledge.map((one) => entryOf('recipient', one, null)),
    ];
    return forecastOf(entries, ordered, template.steps);
  }
  const markOf = (list: readonly Signatory[] = [], uid: string) =>
    clears ? undefined : list.find((one) => one.uid === uid);
  // On a route a replaced acceptor has the place of the former one.
  const acceptors = stored?.route && stored.acceptor.length !== acceptor.length ? stored.acceptor : acceptor;
  const entries = [
    ...acceptors.map((one, place) => {
      const former = stored?.acceptor[place]?.uid ?? '';
      const step = stored ? (stepOf(stored, one.uid) ?? stepOf(stored, former)) : null;
      return entryOf('acceptor', one, step, markOf(stored?.acceptor, one.uid));
    }),
    ...withMandated(recipient, mandatedOf(stored, null)).map((one) =>
      entryOf('recipient', one, null, markOf(stored?.recipient, one.uid)),
    ),
  ];
  return forecastOf(entries, ordered, stored?.route?.steps ?? null);
}

/** The problem of the route for which no new document can be sent, whatever else is filled in; null: it can. */
export function stuckBy(
  template: TemplateForForm | null,
  { acceptor }: Pick<DocumentText, 'acceptor'>,
  stored: Document | null,
): TemplateForForm['problem'] {
  if (stored || !template?.problem) return null;
  return template.isFixed || acceptor.length === 0 ? template.problem : null;
}

/** What a save does with the people of a document: it asks for signatures, for acknowledgement, or for nothing new. */
export type Purpose = 'sign' | 'read' | 'keep';

export function purposeOf(forecast: Forecast, stored: Document | null, clears: boolean): Purpose {
  const before = stored && !clears ? waitedFor(stored) : null;
  if (before && before.sign.length + before.acknowledge.length > 0) return 'keep';
  if (forecast.sign.length > 0) return 'sign';
  return forecast.acknowledge.length > 0 ? 'read' : 'keep';
}

import { ACTIONS, type ActionTitle } from './actions.ts';

/** The action that the people of each list of a document must hold in its pair, and whoever decides for them. */
export const ACTION_OF = {
  acceptor: ACTIONS.approve,
  recipient: ACTIONS.acknowledge,
} as const satisfies Record<string, ActionTitle>;

/** The lists of a document: acceptors sign, recipients acknowledge. */
export type SignatoryKind = keyof typeof ACTION_OF;

interface DecisionFacts {
  /** Of the call `PATCH /docflow/<path>/{id}`. */
  readonly path: string;
  /** The list whose people decide so. */
  readonly kind: SignatoryKind;
  /** What the history calls it. */
  readonly event: string;
  /** Whether nothing more is asked of the person; otherwise the document counts as declined. */
  readonly accepts: boolean;
  readonly needsReason: boolean;
}

/** Everything that a signatory may decide. Plain constants: the browser needs them too. */
export const DECISIONS = {
  sign: { path: 'accepting', kind: 'acceptor', event: 'signed', accepts: true, needsReason: false },
  acknowledge: {
    path: 'recipienting',
    kind: 'recipient',
    event: 'acknowledged',
    accepts: true,
    needsReason: false,
  },
  decline: { path: 'declining', kind: 'acceptor', event: 'declined', accepts: false, needsReason: true },
} as const satisfies Record<string, DecisionFacts>;

export type DecisionName = keyof typeof DECISIONS;
export type DecisionEvent = (typeof DECISIONS)[DecisionName]['event'];

/** The names in the order of the table. */
export const DECISION_NAMES = Object.keys(DECISIONS) as DecisionName[];

/** What the history calls each of them. */
export const DECISION_EVENTS: readonly DecisionEvent[] = DECISION_NAMES.map((name) => DECISIONS[name].event);

const EVENTS: ReadonlySet<string> = new Set(DECISION_EVENTS);

/** Whether an event of a document is a decision. */
export const isDecisionEvent = (event: string): event is DecisionEvent => EVENTS.has(event);

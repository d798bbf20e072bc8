// Kinds, decisions and other fixed words of documents, for server and browser.
import { ACTIONS, type ActionTitle } from '../access/actions.ts';

export const ACTION_OF = { acceptor: ACTIONS.approve, recipient: ACTIONS.acknowledge } as const satisfies Record<
  string,
  ActionTitle
>;

/** The lists of a document: acceptors sign, recipients acknowledge. */
export type SignatoryKind = keyof typeof ACTION_OF;
/** Why a person or a role cannot decide about documents of a pair. */
export const WHYS_UNABLE = ['no right', 'no holders', 'disabled'] as const;
export type WhyUnable = (typeof WHYS_UNABLE)[number];

export const SIGNATORY_KINDS = Object.keys(ACTION_OF) as readonly SignatoryKind[];

interface DecisionFacts {
  /** Of the call `PATCH /docflow/<path>/{id}`. */
  readonly path: string;
  readonly kind: SignatoryKind;
  /** What the history calls it, in the API and in Russian. */
  readonly event: string;
  readonly title: string;
  /** Whether nothing more is asked of the person; otherwise the document counts as declined. */
  readonly accepts: boolean;
  readonly needsReason: boolean;
}

/** Everything that a signatory may decide. Plain constants: the browser needs them too. */
export const DECISIONS = {
  sign: { path: 'accepting', kind: 'acceptor', event: 'signed', title: 'Подписан', accepts: true, needsReason: false },
  acknowledge: {
    path: 'recipienting',
    kind: 'recipient',
    event: 'acknowledged',
    title: 'Подтверждено ознакомление',
    accepts: true,
    needsReason: false,
  },
  decline: {
    path: 'declining',
    kind: 'acceptor',
    event: 'declined',
    title: 'Отклонён',
    accepts: false,
    needsReason: true,
  },
} as const satisfies Record<string, DecisionFacts>;

export type DecisionName = keyof typeof DECISIONS;
export type DecisionEvent = (typeof DECISIONS)[DecisionName]['event'];

export const DECISION_NAMES = Object.keys(DECISIONS) as DecisionName[];

export const DECISION_EVENTS: readonly DecisionEvent[] = DECISION_NAMES.map((name) => DECISIONS[name].event);

/** What the plain DELETE of a document with decisions gives as the reason of its cancellation. */
export const NO_CANCEL_REASON = 'без указания причины';

const EVENTS: ReadonlySet<string> = new Set(DECISION_EVENTS);

export const isDecisionEvent = (event: string): event is DecisionEvent => EVENTS.has(event);

/** Whether an event of a document is a decision that gives a reason. */
export const hasReason = (event: string): boolean =>
  Object.values(DECISIONS).some((decision) => decision.event === event && decision.needsReason);

export const byEvent = <Entry>(of: (name: DecisionName) => Entry) =>
  Object.fromEntries(DECISION_NAMES.map((name) => [DECISIONS[name].event, of(name)])) as Readonly<
    Record<DecisionEvent, Entry>
  >;

/** What may be said about a document. Plain constants: the browser needs them too. */
export const COMMENT_KINDS = ['comment', 'question', 'answer'] as const;
export type CommentKind = (typeof COMMENT_KINDS)[number];

/** What the history of a document calls it. */
export const COMMENT_EVENT_OF = {
  comment: 'commented',
  question: 'question asked',
  answer: 'question answered',
} as const satisfies Record<CommentKind, string>;

export const COMMENT_EVENTS = [...Object.values(COMMENT_EVENT_OF), 'comment withdrawn'] as const;

/** What the history of a document may say has happened. Plain constants: the browser needs them too. */
export const DOCUMENT_EVENTS = [
  'created',
  'edited',
  'handed over',
  'file removed',
  ...DECISION_EVENTS,
  'decision withdrawn',
  'reminded',
  'escalated',
  'escalation handed over',
  ...COMMENT_EVENTS,
  'package taken',
  'cancelled',
  'binned',
  'restored',
  'deleted',
] as const;
export type DocumentEvent = (typeof DOCUMENT_EVENTS)[number];

/** `asked` groups by the people asked: a document has a row for each of them. */
export const LIST_SORTS = [
  'num',
  'title',
  'task',
  'directing',
  'author',
  'state',
  'asked',
  'since',
  'due',
  'saved',
] as const;
export type ListSort = (typeof LIST_SORTS)[number];

/** Filters that every tab of the list has. */
export const NARROWING_FILTERS = [
  'directing',
  'task',
  'state',
  'creator',
  'signatory',
  'asked',
  'from',
  'to',
  'overdue',
  'search',
] as const;

export type NarrowingName = (typeof NARROWING_FILTERS)[number];

/** What a list of documents is narrowed and sorted by, as it stands in addresses, calls and saved views. */
export const LIST_FILTERS = ['acceptor', 'recipient', 'author', ...NARROWING_FILTERS, 'sort'] as const;
export type ListFilterName = (typeof LIST_FILTERS)[number];

/** The four tabs of the list of documents; each has a count. */
export const LIST_TABS = ['forApproval', 'forReview', 'outgoing', 'mine'] as const;
export type ListTab = (typeof LIST_TABS)[number];

export const TAB_FILTERS = {
  forApproval: { acceptor: '0' },
  forReview: { recipient: '0' },
  outgoing: { author: '1' },
  mine: {},
} as const satisfies Record<ListTab, Partial<Record<ListFilterName, string>>>;

/** The lists of the work queue, in the order they are shown. Plain constants: the browser needs them too. */
export const QUEUE_LISTS = ['waiting', 'returned', 'stuck'] as const;
export type QueueList = (typeof QUEUE_LISTS)[number];

/** Who of a step's people signs: all of them, or any one. Plain constants: the browser needs them too. */
export const STEP_MODES = ['all', 'any'] as const;
export type StepMode = (typeof STEP_MODES)[number];

/** What stands in the text and the name of a template for what is known when a document is made. */
export const PLACEHOLDERS = {
  number: '{{номер}}',
  day: '{{дата}}',
  author: '{{автор}}',
  counterparty: '{{контрагент}}',
} as const;

/** Media types of attachments that are shown as tables, as text, as a picture, and as the text of a document. */
const TABLE_TYPES: ReadonlySet<string> = new Set([
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.ms-excel',
  'application/vnd.oasis.opendocument.spreadsheet',
  'text/csv',
]);
export const TEXT_TYPES: ReadonlySet<string> = new Set(['text/plain']);
export const HEIC_TYPE = 'image/heic';
export const DOCX_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Whether the server reads attachments of this type to show them. */
export const isReadToShow = (type: string): boolean =>
  TABLE_TYPES.has(type) || TEXT_TYPES.has(type) || type === DOCX_TYPE || type === HEIC_TYPE;

// What the API answers about documents, comments, drafts and templates.
import type { Static } from 'typebox';
import Type from 'typebox';
import { IDLE_STATES, MailTrouble } from '../accounts/accounts.ts';
import { Editor, Nullable, OneOf } from '../answers.ts';
import * as words from './words.ts';

const StepMode = OneOf(words.STEP_MODES);
/** `spared`: the document ended before the step did. */
const STEP_STATES = ['done', 'current', 'waiting', 'declined', 'spared'] as const;
export type StepState = (typeof STEP_STATES)[number];

/** Only documents of a template have one. */
export const DocumentRoute = Type.Object({
  version: Type.Integer({ description: 'Of the template' }),
  steps: Type.Array(
    Type.Object({
      title: Type.String(),
      mode: StepMode,
      days: Nullable(Type.Integer()),
      state: OneOf(STEP_STATES),
      people: Type.Array(Type.String(), { description: 'Uids among `acceptor`' }),
      dueAt: Nullable(Type.String({ description: 'ISO 8601, UTC; of the present step' })),
    }),
  ),
  recipients: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Uids among `recipient` whom a fixed route names: they stay in the list',
    }),
  ),
});
export type DocumentRoute = Static<typeof DocumentRoute>;

const Named = Type.Object({ id: Type.Integer(), title: Type.String() });

/** As known when the document was read. */
const Person = { uid: Type.String(), email: Type.String(), name: Type.String(), position: Type.String() };

const NamedPerson = { name: Type.String(), position: Type.String() };

/**
 * One entry of the acceptors or recipients. Pending: neither `accept` nor `declinedAt`. A decision keeps the names and
 * positions of its moment.
 */
export const Signatory = Type.Object({
  ...Person,
  accept: Type.Boolean({ description: 'Signed or acknowledged, in the present version' }),
  acceptedAt: Nullable(Type.String()),
  acceptedBy: Nullable(Editor),
  declinedAt: Nullable(Type.String()),
  declinedBy: Nullable(Editor),
  reason: Type.String({ description: 'Why it was declined; empty otherwise' }),
  actorPosition: Nullable(Type.String({ description: 'Position of the person who decided, as of then' })),
  now: Nullable(
    Type.Object(NamedPerson, { description: 'Of the signatory today, where it differs from the decision' }),
  ),
  isWaiting: Type.Boolean({
    description:
      'Pending and asked for nothing: a recipient of an ordered document whose acceptors are not done, somebody whose step of the route is not the present one',
  }),
  isSpared: Type.Boolean({ description: 'Pending, and no decision of this version is needed any more' }),
});
export type Signatory = Static<typeof Signatory>;

export const DocumentFile = Type.Object({
  originalName: Type.String(),
  fileName: Type.String(),
  url: Type.String({ description: 'Root-relative, opens without a token for a short while' }),
  type: Type.String({ description: 'Media type, found by content' }),
  size: Type.Integer({ description: 'Bytes' }),
});
export type DocumentFile = Static<typeof DocumentFile>;

/** `none`: it has no signatories, so nothing is pending or decided. `cancelled` stays so. */
export const DOCUMENT_STATES = ['pending', 'declined', 'done', 'none', 'cancelled'] as const;
export type DocumentState = (typeof DOCUMENT_STATES)[number];
export const DocumentState = OneOf(DOCUMENT_STATES);

/** By what state lists are filtered: `approval` and `reading` are the stages of `pending`; `all` has cancelled ones too. */
export const STATE_FILTERS = ['approval', 'reading', ...DOCUMENT_STATES, 'all'] as const;
export type StateFilter = (typeof STATE_FILTERS)[number];

/** Where a document stands: the present step of approval, or of a declined one the step that declined. */
export const Stage = Type.Object({
  kind: OneOf(words.SIGNATORY_KINDS),
  number: Type.Integer({ description: 'From 1; of recipients the last step of approval' }),
  count: Type.Integer({ description: 'Steps of approval; 1 without a route' }),
});
export type Stage = Static<typeof Stage>;

const ListedUid = { uid: Type.String(), kind: OneOf(words.SIGNATORY_KINDS) };

/** What the document asks of the caller, and which of the signatories asked cannot decide. */
const ForCaller = {
  decides: Type.Optional(
    Type.Array(Type.Object(ListedUid), {
      description:
        'Entries that the caller may decide now: the own one, and those of absent people whom he substitutes',
    }),
  ),
  withdrawable: Type.Optional(
    Type.Array(Type.Object(ListedUid), { description: 'Entries whose decision the caller may take back now' }),
  ),
  unable: Type.Optional(
    Type.Array(Type.Object({ ...ListedUid, why: OneOf(['disabled', 'no right']) }), {
      description: 'People asked whose account is disabled or whose role does not allow the decision any more',
    }),
  ),
  idle: Type.Optional(
    Type.Array(Type.Object({ uid: Type.String(), state: OneOf(IDLE_STATES) }), {
      description: 'Listed people whose account does not work; left out when there is none',
    }),
  ),
};
export type ListedUid = Static<Type.TObject<typeof ListedUid>>;
export type Unable = ListedUid & { readonly why: 'disabled' | 'no right' };

/** A document of the flow. Its description is note markup, stored and returned as typed. */
export const Document = Type.Object({
  id: Type.Integer(),
  num: Type.Integer(),
  title: Type.String(),
  description: Type.String(),
  directing: Named,
  task: Type.Object({ id: Type.Integer(), title: Type.String(), ordered: Type.Boolean() }),
  author: Type.Object(Person),
  files: Type.Array(DocumentFile),
  acceptor: Type.Array(Signatory),
  recipient: Type.Array(Signatory),
  createdAt: Type.String(),
  updatedAt: Type.String(),
  version: Type.Integer({ description: 'Grows with each change of title, description or files after somebody signed' }),
  hash: Type.String({ description: 'SHA-256 over title, description and files: what the signatures stand for' }),
  state: DocumentState,
  stage: Stage,
  cancelled: Nullable(
    Type.Object({ at: Type.String(), by: Editor, reason: Type.String() }, { description: 'Of a cancelled document' }),
  ),
  route: Type.Optional(DocumentRoute),
  questions: Type.Optional(
    Type.Integer({ description: 'Questions that wait for an answer of the author; left out when there is none' }),
  ),
  ...ForCaller,
});
export type Document = Static<typeof Document>;

/** Answer 409 of POST /docflow under an `Idempotency-Key` that has made a document of another content. */
export const AlreadyCreated = Type.Object({
  error: Type.Literal('already created'),
  id: Type.Integer(),
  attached: Type.Array(Type.Integer(), {
    description: 'Places, from 0, of those sent files that the document has already',
  }),
});
export type AlreadyCreated = Static<typeof AlreadyCreated>;

export const DocumentSearchQuery = Type.Object({
  search: Type.Optional(Type.String({ description: 'Words of title, description and number' })),
  limit: Type.Optional(Type.String()),
  last: Type.Optional(Type.String()),
  directing: Type.Optional(Type.String()),
  task: Type.Optional(Type.String()),
  state: Type.Optional(Type.String({ description: `${STATE_FILTERS.join(', ')}; without it all but cancelled ones` })),
  acceptor: Type.Optional(Type.String({ description: '0 pending, 1 signed, 2 listed' })),
  recipient: Type.Optional(Type.String({ description: '0 pending, 1 acknowledged, 2 listed' })),
  author: Type.Optional(Type.String({ description: '1: mine' })),
});
export type DocumentSearchQuery = Static<typeof DocumentSearchQuery>;

export const CountAnswer = Type.Object({ count: Type.Integer() });
export type CountAnswer = Static<typeof CountAnswer>;

/** What a document was at one moment, in its history. */
export const DocumentSnapshot = Type.Object({
  title: Type.String(),
  description: Type.String(),
  version: Type.Integer(),
  hash: Type.String(),
  files: Type.Array(
    Type.Object({
      originalName: Type.String(),
      fileName: Type.String(),
      url: Type.String({ description: 'As of a document' }),
      sha256: Type.String(),
    }),
  ),
  acceptor: Type.Array(Signatory),
  recipient: Type.Array(Signatory),
});
export type DocumentSnapshot = Static<typeof DocumentSnapshot>;

const DocumentEvent = OneOf(words.DOCUMENT_EVENTS);

/** One entry of GET /docflow/{id}/history, newest first. */
export const DocumentChange = Type.Object({
  id: Type.Integer(),
  at: Type.String({ description: 'ISO 8601, UTC' }),
  by: Editor,
  insteadOf: Nullable(Editor),
  event: DocumentEvent,
  before: Nullable(DocumentSnapshot),
  after: Nullable(DocumentSnapshot),
  handedOver: Type.Optional(
    Type.Object(
      { from: Type.String(), to: Type.String() },
      { description: 'Names of that time: who would decide an overdue step before, and after' },
    ),
  ),
  comment: Type.Optional(
    Type.String({
      description: 'Beginning of what was said; empty when it was taken back. Of comments, questions and answers only',
    }),
  ),
  sentTo: Type.Optional(Type.Array(Editor, { description: 'To whom a reminder or an escalation went' })),
});
export type DocumentChange = Static<typeof DocumentChange>;

/** GET /docflow/{id}/history: pages by `last`; the entries of one page may be few when their texts are long. */
export const DocumentHistoryQuery = Type.Object({
  last: Type.Optional(Type.String({ description: 'id of the last entry of the page before' })),
});
export type DocumentHistoryQuery = Static<typeof DocumentHistoryQuery>;

/** GET /docflow/bin: documents that the caller may restore, the latest first. */
export const BinnedDocument = Type.Object({
  id: Type.Integer(),
  num: Type.Integer(),
  title: Type.String(),
  directing: Named,
  task: Named,
  author: Editor,
  createdAt: Type.String(),
  binnedAt: Type.String(),
  binnedBy: Editor,
  goesAt: Type.String({ description: 'ISO 8601, UTC: deleted for good from this moment on' }),
});
export type BinnedDocument = Static<typeof BinnedDocument>;

/**
 * Answer of POST /docflow/{id}/remind: how many pending signatories are written to (0 where mail is not set up), and why
 * mails do not leave now.
 */
export const RemindAnswer = Type.Object({ count: Type.Integer(), mailTrouble: Type.Optional(MailTrouble) });
export type RemindAnswer = Static<typeof RemindAnswer>;

/** GET, PUT and DELETE /user/substitute: who acts for the caller, from one day to another (both included, YYYY-MM-DD). */
export const Substitute = Type.Object({
  uid: Type.String(),
  name: Type.String(),
  email: Type.String(),
  from: Type.String(),
  to: Type.String(),
});
export type Substitute = Static<typeof Substitute>;

export const SubstituteAnswer = Type.Object({
  substitute: Nullable(Substitute),
  /** The pages name them on the buttons of signing. */
  represents: Type.Optional(Type.Array(Editor, { description: 'Whom the caller substitutes today' })),
});
export type SubstituteAnswer = Static<typeof SubstituteAnswer>;

/** GET /user/substitute/rights: what a colleague could decide for the caller, and what not. */
const Right = Type.Object({
  directing: Type.String(),
  task: Type.String(),
  action: OneOf([words.ACTION_OF.acceptor, words.ACTION_OF.recipient]),
});
export type SubstituteRight = Static<typeof Right>;
export const SubstituteRights = Type.Object({
  covered: Type.Array(Right, { description: 'The roles of both allow it' }),
  missing: Type.Array(Right, { description: 'Only the role of the caller allows it' }),
});
export type SubstituteRights = Static<typeof SubstituteRights>;
export const SubstituteRightsQuery = Type.Object({ uid: Type.Optional(Type.String()) });

/** GET /user/colleagues: whom a substitute is chosen from. */
export const Colleague = Type.Object(Person);
export type Colleague = Static<typeof Colleague>;

export const ColleagueQuery = Type.Object({
  search: Type.Optional(Type.String({ description: 'Literal text inside name, e-mail and position' })),
});
export type ColleagueQuery = Static<typeof ColleagueQuery>;

/** GET and PATCH /user/mails: whether document mails come to the caller. */
export const MailSwitch = Type.Object({ documents: Type.Boolean() });
export type MailSwitch = Static<typeof MailSwitch>;

/** Why a mail about a document that waited is not to go out any more: `problem` of the mail, for administrators. */
export type Withdrawal =
  | 'account disabled'
  | 'mails switched off'
  | 'document not visible'
  | 'nothing to decide'
  | 'newer digest';

/** Its text is note markup, stored and returned as typed. */
export const DocumentComment = Type.Object({
  id: Type.Integer(),
  kind: OneOf(words.COMMENT_KINDS),
  answers: Nullable(Type.Integer({ description: 'id of the question that an answer is to' })),
  by: Colleague,
  at: Type.String({ description: 'ISO 8601, UTC' }),
  version: Type.Integer({ description: 'Version of the document at the time' }),
  text: Type.String(),
  files: Type.Array(DocumentFile),
  mentions: Type.Array(Editor, { description: 'People whom it names; each was notified' }),
  isOpen: Type.Boolean({ description: 'A question that waits for an answer of the author' }),
  withdrawnAt: Nullable(Type.String({ description: 'ISO 8601, UTC; text, files and mentions went with it' })),
  mayWithdraw: Type.Boolean({ description: 'Whether the caller may take it back now' }),
});
export type DocumentComment = Static<typeof DocumentComment>;

export const DiscussionRights = Type.Object({
  comment: Type.Boolean({ description: 'The author, those listed, and whoever may do something in its pair' }),
  ask: Type.Boolean({ description: 'Who may decide about it now, the author excepted' }),
  answer: Type.Boolean({ description: 'The author' }),
});
export type DiscussionRights = Static<typeof DiscussionRights>;

/** GET /docflow/{id}/comment: the newest first, pages by `last`. */
export const Discussion = Type.Object({
  comments: Type.Array(DocumentComment),
  more: Type.Boolean({ description: 'Whether there are older ones' }),
  may: DiscussionRights,
});
export type Discussion = Static<typeof Discussion>;

export const DiscussionQuery = Type.Object({
  last: Type.Optional(Type.String({ description: 'id of the last comment of the page before' })),
});

/** GET /docflow/{id}/mention: whom a comment may name. */
export const MentionQuery = Type.Object({
  search: Type.Optional(Type.String({ description: 'Literal text inside name and e-mail' })),
});

/** GET /docflow/drafts: something typed about a document and not saved yet, with the files that wait with it. */
export const KeptDraft = Type.Object({
  id: Type.String({ description: 'UUID that the form has made' }),
  documentId: Nullable(Type.Integer({ description: 'The document that is changed; null: a new one' })),
  directing: Type.Integer(),
  task: Type.Integer(),
  savedAt: Type.String({ description: 'ISO 8601, UTC' }),
  etag: Nullable(Type.String()),
  title: Type.String(),
  description: Type.String(),
  acceptor: Type.Array(Colleague),
  recipient: Type.Array(Colleague),
  files: Type.Array(DocumentFile),
});
export type KeptDraft = Static<typeof KeptDraft>;

export const DraftPath = Type.Object({ id: Type.String() });
export const DraftFilePath = Type.Object({ id: Type.String(), fileName: Type.String() });

/** Without `document` the drafts of new documents are listed. */
export const DraftQuery = Type.Object({
  document: Type.Optional(Type.String({ description: 'id of the document that is changed' })),
});

/** Answer 409 of a save that names files which do not wait any more. */
export const WaitingFileGone = Type.Object({
  error: Type.Literal('waiting file not found'),
  missing: Type.Array(Type.String(), { description: '`fileName` of each; nothing was saved' }),
});
export type WaitingFileGone = Static<typeof WaitingFileGone>;

const WhyUnable = Type.Enum([...words.WHYS_UNABLE]);

const ROUTE_FAULTS = [
  'nobody in the step',
  'nobody may decide with the role',
  'person may not decide',
  'too many people in the steps',
] as const;

/** Why no document can be made of a template; `step` from 1, 0: the recipients. */
const RouteProblem = Type.Object({
  error: Type.Enum([...ROUTE_FAULTS]),
  step: Type.Integer(),
  role: Type.String(),
  name: Type.String(),
  why: Nullable(WhyUnable),
});
export type RouteProblem = Static<typeof RouteProblem>;

/** People whom a template names in a step although they sign in another one: each signs once. Steps are from 1. */
const RouteRepeat = Type.Object({
  step: Type.Integer({ description: 'Where they do not sign' }),
  title: Type.String(),
  keptIn: Type.Integer({ description: 'Where they sign' }),
  keptTitle: Type.String(),
  names: Type.Array(Type.String(), { description: 'The first of them' }),
  count: Type.Integer(),
  isDropped: Type.Boolean({ description: 'No one else is in the step: documents do not have it' }),
});
export type RouteRepeat = Static<typeof RouteRepeat>;

/** What an administrator should look after in a route, as things stand now. */
const RouteAttention = Type.Object({
  problems: Type.Array(RouteProblem, { description: 'While there is one, no document can be made' }),
  repeats: Type.Array(RouteRepeat),
  unseen: Type.Array(Type.Object({ step: Type.Integer(), name: Type.String() }), {
    description: 'Steps of the template, from 1, wait for these people, who have never signed in',
  }),
});
export type RouteAttention = Static<typeof RouteAttention>;

const NamedInTemplate = { people: Type.Array(Type.String()), roles: Type.Array(Type.Integer()) };

export const TemplatePerson = Type.Object({
  uid: Person.uid,
  name: Person.name,
  email: Person.email,
  position: Person.position,
});
export type TemplatePerson = Static<typeof TemplatePerson>;

const Step = Type.Object({
  title: Type.String(),
  mode: StepMode,
  days: Nullable(Type.Integer()),
  ...NamedInTemplate,
  next: Nullable(Type.Object({ days: Type.Integer(), ...NamedInTemplate })),
});

/** GET and PUT /docflow/templates/{directing}/{task}; `version` 0: there is none yet. */
export const DocumentTemplate = Type.Object({
  directing: Named,
  task: Named,
  version: Type.Integer(),
  title: Type.String({ description: 'How documents are called; empty: their authors say' }),
  text: Type.String(),
  steps: Type.Array(Step),
  recipients: Type.Object(NamedInTemplate),
  isFixed: Type.Boolean({ description: 'Authors may not name other acceptors' }),
  people: Type.Array(TemplatePerson, { description: 'Everybody named by uid' }),
  attention: RouteAttention,
  unable: Type.Array(
    Type.Object({
      kind: OneOf(words.SIGNATORY_KINDS),
      role: Nullable(Type.Integer()),
      uid: Nullable(Type.String()),
      why: WhyUnable,
    }),
    { description: 'All roles, and those of `people`, that cannot decide so in the pair' },
  ),
  unseen: Type.Array(Type.String(), { description: 'The uids of those of `people` who have never signed in' }),
  versions: Type.Array(Type.Object({ version: Type.Integer(), savedAt: Type.String(), savedBy: Nullable(Editor) }), {
    description: 'The newest first',
  }),
});
export type DocumentTemplate = Static<typeof DocumentTemplate>;

export const DocumentTemplates = Type.Array(
  Type.Object({
    directing: Named,
    task: Named,
    version: Type.Integer(),
    steps: Type.Integer(),
    savedAt: Type.String(),
    savedBy: Nullable(Editor),
    attention: RouteAttention,
  }),
);
export type DocumentTemplates = Static<typeof DocumentTemplates>;

/** GET /docflow/templates/{directing}/{task}/form: what the form of a new document begins with. */
export const TemplateForForm = Type.Object({
  version: Type.Integer({ description: '0: there is no template' }),
  title: Type.String(),
  text: Type.String(),
  isFixed: Type.Boolean(),
  steps: Type.Array(
    Type.Object({
      title: Type.String(),
      mode: StepMode,
      days: Nullable(Type.Integer()),
      people: Type.Array(TemplatePerson),
    }),
  ),
  recipients: Type.Array(TemplatePerson),
  problem: Nullable(RouteProblem),
  repeats: Type.Array(RouteRepeat),
});
export type TemplateForForm = Static<typeof TemplateForForm>;

/** Answer 400 to a template whose step has no people, and to a document made from one. */
export const TemplateRefusal = Type.Object({
  error: Type.String(),
  step: Type.Optional(Type.Integer({ description: 'From 1; 0: the recipients' })),
  role: Type.Optional(Type.String({ description: 'Nobody who has it may decide' })),
  name: Type.Optional(Type.String({ description: 'Of the person who may not decide' })),
  why: Type.Optional(WhyUnable),
});
export type TemplateRefusal = Static<typeof TemplateRefusal>;

// What a document, its files, people and changes are in this service, what it needs from others, and the SQL of who
// sees a document.
import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import type { AccountStates, IdleState } from '../../../contract/accounts/accounts.ts';
import type { Editor } from '../../../contract/answers.ts';
import type { BinnedDocument, Stage } from '../../../contract/documents/documents.ts';
import type { DocumentEvent } from '../../../contract/documents/words.ts';
import { COMMENT_EXCERPT, DAY_MS, DOCUMENT_BIN_DAYS } from '../../../contract/limits.ts';
import { isPending } from '../../../rules/documents/signing.ts';
import type { Standing } from '../../../rules/documents/standing.ts';
import { signatoriesAsked, turnOf, turnsIn } from '../../../rules/documents/turns.ts';
import type { Database } from '../../platform/database/types.ts';
import type { StoredFiles } from '../../platform/files/stored-files.ts';
import type { SavedState } from '../../platform/http/request.ts';
import type { Outbox, OutboxQuestions } from '../../platform/mail/outbox.ts';
import type { Pair, PortalChange, PortalSchema, PortalSource } from '../../portal-database/schema.ts';
import type { AttachmentLinks } from './attachment-links.ts';
import { blankSignatory, type NameAndPosition, type Signatory, type StoredRoute, stateOf } from './signatory-rules.ts';

/** `type`: media type, as found in the content; `size`: bytes. */
export interface StoredFile extends AttachedFile {
  readonly type: string;
  readonly size: number;
}

type FileRow = Record<'file_name' | 'original_name' | 'type' | 'sha256', string> & { readonly size: number };

export const storedFileOf = ({ file_name, original_name, type, size, sha256 }: FileRow): StoredFile => ({
  ...{ fileName: file_name, originalName: original_name },
  ...{ type, size, sha256 },
});
export const fileRowOf = ({ fileName, originalName, type, size, sha256 }: StoredFile): FileRow => ({
  ...{ file_name: fileName, original_name: originalName },
  ...{ type, size, sha256 },
});

/** A document with its signatories and files. Times are milliseconds since the epoch. */
export interface StoredDocument {
  readonly id: number;
  readonly num: number;
  readonly title: string;
  readonly description: string;
  readonly textId: number;
  readonly directing: { readonly id: number; readonly title: string };
  readonly task: { readonly id: number; readonly title: string; readonly ordered: boolean };
  /** The steps that acceptors are asked in; null: flat lists. */
  readonly route: StoredRoute | null;
  readonly author: Person;
  readonly files: readonly StoredFile[];
  /** Acceptors, then recipients, each in the order they were listed. */
  readonly entries: readonly Signatory[];
  /** The people named by the signatories, by uid. */
  readonly people: ReadonlyMap<string, Person>;
  readonly createdAt: number;
  /** What decisions stand for: number and hash of title, description and files. */
  readonly version: number;
  readonly hash: string;
  /** Questions that wait for an answer of the author. */
  readonly questions: number;
  /** Grows with every change. */
  readonly revision: number;
  readonly savedAt: number;
  readonly savedBy: Editor | null;
  /** Null while decisions may be asked for. */
  readonly closed: Closed | null;
}

/** What ended a document: nothing is asked any more, and nothing of it changes. */
export interface Closed extends Closing {
  readonly state: 'cancelled' | 'binned';
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** As it is stored in `documents.closing`. */
export interface Closing {
  readonly by: Editor;
  /** Empty: of a binned document. */
  readonly reason: string;
}

export const orderOf = ({ task, route }: Pick<StoredDocument, 'task' | 'route'>) => ({
  ordered: task.ordered,
  steps: route?.steps ?? null,
});

/** The recipients whom a fixed route names, by uid, as far as they are still listed. */
export const recipientsOfRoute = ({ route, entries, people }: Pick<StoredDocument, 'route' | 'entries' | 'people'>) =>
  entries.flatMap(({ kind, uid }) =>
    kind === 'recipient' && route?.recipients?.includes(people.get(uid)?.id ?? 0) ? [uid] : [],
  );

/** What is asked of each signatory of a document that is not closed. */
export function turnsOf({ entries, ...document }: Pick<StoredDocument, 'entries' | 'task' | 'route'>) {
  const { ordered, steps } = orderOf(document);
  return turnsIn(entries, ordered, steps);
}

export function signatoriesAskedIn(document: Decidable): Signatory[] {
  if (document.closed) return [];
  const { ordered, steps } = orderOf(document);
  return signatoriesAsked(document.entries, ordered, steps);
}

/** What the standing of a document depends on. */
type Decidable = Pick<StoredDocument, 'entries' | 'task' | 'route' | 'closed'>;

/** State and step of a document, from which `stateLabel` makes words. A binned document stands as it did before. */
export function standingOf(document: Decidable): Standing {
  const { entries, closed } = document;
  const acceptor = entries.filter(({ kind }) => kind === 'acceptor');
  const state = closed?.state === 'cancelled' ? closed.state : stateOf(entries, document.route?.steps);
  return { state, stage: stageOf(document), acceptor };
}

/** The present step of approval; of a declined document the step that declined. */
function stageOf(document: Decidable): Stage {
  const { entries, route } = document;
  if (!route) {
    const { ordered } = orderOf(document);
    const next = signatoriesAsked(entries, ordered)[0] ?? entries.find(isPending) ?? entries.at(-1);
    return { kind: next?.kind ?? 'acceptor', number: 1, count: 1 };
  }
  const count = route.steps.length;
  const turn = turnOf(entries, route.steps);
  if (turn === 'recipients') {
    const hasReaders = entries.some(({ kind }) => kind === 'recipient');
    return { kind: hasReaders ? 'recipient' : 'acceptor', number: count, count };
  }
  if (turn !== 'declined') return { kind: 'acceptor', number: turn, count };
  const declined = entries.find(({ declinedAt }) => declinedAt !== null);
  return { kind: declined?.kind ?? 'acceptor', number: declined?.step ?? count, count };
}

export interface Save {
  readonly by: Editor;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Where the organisation is: days of a step end there. */
  readonly timeZone: string;
}

/** A comment that a change is about. People are named by uid. */
interface CommentedOn {
  readonly comment: number;
  /** The author of the question answered; null: no answer. */
  readonly asker: string | null;
  readonly mentioned: readonly string[];
  /** The beginning of its text. */
  readonly quote: string;
}

/** The first COMMENT_EXCERPT characters of a comment. */
export function beginningOf(text: string): string {
  const letters = [...text.slice(0, 2 * COMMENT_EXCERPT + 2)];
  return letters.length <= COMMENT_EXCERPT ? text : `${letters.slice(0, COMMENT_EXCERPT).join('')}…`;
}

/** A change of a document: `before` is null for a new one, `after` for a deleted one. */
export interface RecordedChange extends Omit<Save, 'timeZone'> {
  readonly event: DocumentEvent;
  /** The signatory for whom `by` has decided; null: `by` is the signatory, or the change is no decision. */
  readonly insteadOf: Editor | null;
  readonly before: StoredDocument | null;
  readonly after: StoredDocument | null;
  /** The signatory whose decision was made or withdrawn. */
  readonly of?: Signatory;
  /** Who would decide an overdue step before and after, by name; `come`: to whom such a step has come, by uid. */
  readonly handedOver?: { readonly from: string; readonly to: string; readonly come: readonly string[] };
  /** To whom a reminder or an escalation goes. */
  readonly sentTo?: readonly Editor[];
  readonly said?: CommentedOn;
}

/** What signatures stand for. */
interface Content {
  readonly title: string;
  readonly description: string;
  /** In the order they were attached. */
  readonly files: readonly AttachedFile[];
}

export interface AttachedFile {
  readonly fileName: string;
  readonly originalName: string;
  /** Of its bytes, hexadecimal. */
  readonly sha256: string;
}

/** SHA-256 over title, description and files, each with its length before it, so that no two contents read the same. */
export function hashOf({ title, description, files }: Content): string {
  const hash = createHash('sha256');
  const add = (text: string) => hash.update(`${Buffer.byteLength(text)}:`).update(text);
  add(title);
  add(description);
  hash.update(`${files.length};`);
  for (const { originalName, sha256 } of files) {
    add(originalName);
    add(sha256);
  }
  return hash.digest('hex');
}

/** Signatories after an edit, each person once; those who stay keep their decision unless a new version starts. */
export function entriesAfter(
  before: readonly Signatory[],
  listed: readonly (Pick<Signatory, 'kind' | 'uid'> & Partial<Pick<Signatory, 'step'>>)[],
  newVersion: boolean,
): Signatory[] {
  const seen = new Set<string>();
  const after: Signatory[] = [];
  for (const { kind, uid, step = null } of listed) {
    const key = `${kind} ${uid}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const kept = newVersion ? undefined : before.find((entry) => entry.kind === kind && entry.uid === uid);
    after.push(kept ?? blankSignatory(kind, uid, step));
  }
  return after;
}

export const savedStateOf = ({ revision, savedAt, savedBy, version, hash }: StoredDocument): SavedState => ({
  version: revision,
  savedAt,
  savedBy,
  content: `${version}.${hash.slice(0, 16)}`,
});

export interface DocumentsContext {
  readonly database: Database<PortalSchema>;
  readonly permissions: Permissions;
  readonly people: People;
  /** Which accounts are disabled, and their e-mails: checked before a mail goes out. */
  readonly accounts: AccountStates;
  readonly attachments: StoredFiles;
  readonly links: AttachmentLinks;
  readonly incomingFolder: string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly timeZone: string;
  readonly log: FastifyBaseLogger;
}

interface Permissions {
  /** What a user may do with the documents of a pair; null where they do not see these. */
  actionsOn(uid: string, pair: Pair): Promise<ReadonlySet<string> | null>;
}

interface People {
  profileOf(uid: string): Promise<{ readonly name: string | null } | null>;
  /** The people whom a user substitutes today, without disabled accounts. Throws 503 without the auth service. */
  representedBy(uid: string): Promise<Editor[]>;
  /** Maps uids to present ones: a profile may have passed to another account. */
  presentUids(read: PortalSource, uids: readonly string[]): Promise<(uid: string) => string>;
  /** The uids among these whose accounts are disabled. Throws 503 when the auth service cannot be asked. */
  disabledAmong(uids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Those among these uids whose accounts do not work, and why. Throws 503 likewise. */
  idleAmong(uids: readonly string[]): Promise<ReadonlyMap<string, IdleState>>;
}

/** Opens the queue of mails in the database of the documents; the questions are asked before each attempt at a mail. */
export type OpenOutbox = (questions: OutboxQuestions) => Outbox;

export interface Person {
  /** Of the profile. */
  readonly id: number;
  readonly uid: string;
  readonly email: string;
  readonly name: string;
  readonly position: string;
}

type PersonRow = Pick<Person, 'id' | 'uid' | 'email'> & Readonly<Record<'name' | 'position', string | null>>;
export const personOf = ({ id, uid, email, name, position }: PersonRow): Person => ({
  ...{ id, uid, email },
  ...{ name: name ?? '', position: position ?? '' },
});

/** The people with these uids, in no order; without a profile they are left out. */
export async function selectPeople(read: PortalSource, uids: readonly string[]): Promise<Person[]> {
  if (uids.length === 0) return [];
  const rows = await read
    .selectFrom('users')
    .leftJoin('roles', 'roles.id', 'users.role_id')
    .select(['users.id', 'uid', 'email', 'name', 'roles.title as position'])
    .where('uid', 'in', uids)
    .execute();
  return rows.map(personOf);
}

/** People by the ids of their profiles. */
export async function selectEditors(read: PortalSource, ids: readonly number[]): Promise<ReadonlyMap<number, Editor>> {
  if (ids.length === 0) return new Map();
  const rows = await read.selectFrom('users').select(['id', 'uid', 'name', 'email']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, uid, name, email }) => [id, { uid, name: name ?? '', email }]));
}

/** The editor of what the clock does. */
export const CLOCK: Editor = { uid: '', name: '', email: '' };

/** What a decision keeps of a person who is listed in a document; empty where it does not know them. */
export function namesIn({ people }: Pick<StoredDocument, 'people'>, uid: string): NameAndPosition {
  const { name = '', position = '' } = people.get(uid) ?? {};
  return { name, position };
}

/** How mails and lists call a person. */
export const calledName = ({ name, email }: { readonly name: string | null; readonly email: string }): string =>
  name || email;

/** The people to whom an event of the history was sent; null: it is another event, or of a former release. */
export const sentToOf = (stored: string | null): Editor[] | null =>
  stored === null ? null : (JSON.parse(stored) as Editor[]);

export const asEditor = ({ uid, name, email }: Person): Editor => ({ uid, name, email });

export interface Viewer {
  readonly uid: string;
}

export interface Actor extends Viewer {
  /** The uids whom the actor substitutes today, in the pairs where both hold the permission. */
  readonly substituted: ReadonlySet<string>;
}

/**
 * The condition on rows of `documents` for those that a viewer sees: it is not in the bin, and their role sees the pair,
 * or they are author or signatory. A substitute sees a document by the permission of their own role.
 */
export const visibleTo = ({ uid }: Viewer): RawBuilder<boolean> => seenBy(uid);

/** The same for a uid: a value or a column. */
export const seenBy = (uid: unknown): RawBuilder<boolean> =>
  sql<boolean>`(documents.state <> 'binned' AND ${concerns(uid)})`;

/** Condition: a document in the bin that the viewer would see outside it. */
export const binnedBefore = ({ uid }: Viewer): RawBuilder<boolean> =>
  sql<boolean>`(documents.state = 'binned' AND ${concerns(uid)})`;

function concerns(uid: unknown): RawBuilder<boolean> {
  return sql<boolean>`(EXISTS (SELECT 1 FROM users AS viewer
      JOIN role_tasks AS seen ON seen.role_id = viewer.role_id
      WHERE viewer.uid = ${uid}
        AND seen.directing_id = documents.directing_id AND seen.task_id = documents.task_id)
    OR documents.author_id = (SELECT viewer.id FROM users AS viewer WHERE viewer.uid = ${uid})
    OR EXISTS (SELECT 1 FROM users AS viewer
      JOIN document_entries AS listed ON listed.user_id = viewer.id
      WHERE viewer.uid = ${uid} AND listed.document_id = documents.id))`;
}

/** A document in the bin, as those see it who may restore it or saw it before; null: it is not there. */
export function binnedAnswer(document: StoredDocument): BinnedDocument | null {
  const { id, num, title, directing, author, closed, createdAt } = document;
  if (closed?.state !== 'binned') return null;
  const task = { id: document.task.id, title: document.task.title };
  return {
    ...{ id, num, title, directing, task },
    author: asEditor(author),
    createdAt: new Date(createdAt).toISOString(),
    binnedAt: new Date(closed.at).toISOString(),
    binnedBy: closed.by,
    goesAt: new Date(closed.at + DOCUMENT_BIN_DAYS * DAY_MS).toISOString(),
  };
}

export const idOfUid = (uid: string): RawBuilder<number> => sql`(SELECT users.id FROM users WHERE users.uid = ${uid})`;

/** Locks the profile of a user until the transaction ends, for limits per user; resolves to its id. */
export async function lockOwnProfile(transaction: PortalChange, uid: string): Promise<number> {
  const { id } = await transaction
    .updateTable('users')
    .set(({ ref }) => ({ uid: ref('uid') }))
    .where('uid', '=', uid)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

import { type RawBuilder, sql } from 'kysely';
import {
  DOCUMENT_STATES,
  type DocumentSearchQuery,
  type DocumentState,
} from '../../../contract/documents/documents.ts';
import type { SignatoryKind } from '../../../contract/documents/words.ts';
import { DOCUMENT_PAGE_MAX } from '../../../contract/limits.ts';
import { badRequest, readId } from '../../platform/http/request.ts';
import { type WordRange, wordRanges } from '../../platform/text/words.ts';
import { hasCome, mayDecideForSignatory } from '../document/who-may-decide.ts';

/** Documents of one page when no number is asked for. */
const PAGE_DEFAULT = 25;

/** The part of a person in a document: asked now, has accepted, is listed. */
export type Part = 'asked' | 'accepted' | 'listed';

/** What documents are wanted; null: any. */
export interface Wanted {
  /** Ranges of words, each of which the document holds. */
  readonly words: readonly WordRange[] | null;
  /** Only documents older than this one. */
  readonly before: number | null;
  readonly directing: number | null;
  readonly task: number | null;
  readonly state: DocumentState | null;
  readonly acceptor: Part | null;
  readonly recipient: Part | null;
  /** Only the viewer's own. */
  readonly authored: boolean;
}

const PARTS: Readonly<Record<string, Part>> = { '0': 'asked', '1': 'accepted', '2': 'listed' };

/** Reads a query; values that mean nothing are ignored, but an id that is none is a 400. */
export function readWanted(query: DocumentSearchQuery): Wanted {
  return {
    words: query.search?.trim() ? wordRanges(query.search) : null,
    before: idOf(query.last, 'last'),
    directing: idOf(query.directing, 'directing'),
    task: idOf(query.task, 'task'),
    state: DOCUMENT_STATES.find((state) => state === query.state) ?? null,
    acceptor: partOf(query.acceptor),
    recipient: partOf(query.recipient),
    authored: query.author === '1',
  };
}

const partOf = (text = ''): Part | null => (Object.hasOwn(PARTS, text) ? (PARTS[text] ?? null) : null);

function idOf(text: string | undefined, name: 'last' | 'directing' | 'task'): number | null {
  const id = readId(text);
  if (id === null) throw badRequest(`invalid ${name} id`);
  return id ?? null;
}

/** How many documents a page holds: a wish out of range is clamped. */
export function readPageSize(text: string | undefined): number {
  const wish = text ? Math.trunc(Number(text)) : Number.NaN;
  return wish >= 1 ? Math.min(wish, DOCUMENT_PAGE_MAX) : PAGE_DEFAULT;
}

export type Condition = RawBuilder<boolean>;

/** A person by the ids of profile and role. */
export interface PersonIds {
  readonly id: number;
  readonly role: number | null;
}

/** Who looks at documents. */
export interface SearchViewer extends PersonIds {
  /** The people whom they substitute today. */
  readonly absent: readonly PersonIds[];
}

/** All of these; anything where there are none. */
export const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql<boolean>`1 = 1` : sql<boolean>`(${sql.join(conditions, sql` AND `)})`;

/** What a row that tells pair and state of a document is called in a query, and where the document's id stands. */
export interface RowNames {
  readonly table: string;
  readonly id: string;
}
export const DOCUMENT: RowNames = { table: 'documents', id: 'documents.id' };
/** A row of `document_people`. */
export const PERSON: RowNames = { table: 'person', id: 'person.document_id' };
/** A row of `document_entries`, which tells the id alone. */
export const ENTRY: RowNames = { table: 'entry', id: 'entry.document_id' };

/** What is asked of the row of a document. */
export function ofRow(wanted: Wanted, row: RowNames = DOCUMENT): Condition[] {
  const { directing, task, state } = wanted;
  const column = (name: string) => sql.ref(`${row.table}.${name}`);
  return [
    ...isOlder(wanted, row),
    ...(directing === null ? [] : [sql<boolean>`${column('directing_id')} = ${directing}`]),
    ...(task === null ? [] : [sql<boolean>`${column('task_id')} = ${task}`]),
    ...(state === null ? [] : [sql<boolean>`${column('state')} = ${state}`]),
  ];
}

/** That the document of a row comes after the one that the last page ended with. */
export const isOlder = ({ before }: Wanted, { id }: RowNames = DOCUMENT): Condition[] =>
  before === null ? [] : [sql<boolean>`${sql.ref(id)} < ${before}`];

/** That the row called `person` is the looker's. */
export const isOf = ({ id }: SearchViewer): Condition => sql<boolean>`person.user_id = ${id}`;

/** That an entry has the part; whoever substitutes is asked as well, but has not signed and is not listed. */
const hasPart = (part: Part, { id, role }: PersonIds, looker: SearchViewer): Condition =>
  allOf([
    sql<boolean>`entry.user_id = ${id}`,
    ...(id === looker.id ? [] : [mayDecideForSignatory({ absent: role, acting: looker.role })]),
    ...(part === 'asked' ? [sql<boolean>`entry.is_asked = 1`] : []),
    ...(part === 'accepted' ? [sql<boolean>`entry.accepted_at IS NOT NULL`] : []),
  ]);

/**
 * The ways in which an entry may have the part, each of its own index: what is asked of people whom the looker substitutes,
 * and what has come to him by an escalation, is asked of him.
 */
export function matchesOf(part: Part, looker: SearchViewer): readonly Condition[] {
  if (part !== 'asked') return [hasPart(part, looker, looker)];
  return [...[looker, ...looker.absent].map((holder) => hasPart(part, holder, looker)), hasCome(looker)];
}

/** That somebody has a part in a document. */
const takesPart = (kind: SignatoryKind, part: Part, looker: SearchViewer): Condition =>
  sql<boolean>`EXISTS (SELECT 1 FROM document_entries AS entry
    WHERE entry.document_id = documents.id AND entry.kind = ${kind}
      AND (${sql.join(matchesOf(part, looker), sql` OR `)}))`;

export const isAuthor = ({ id }: SearchViewer): Condition => sql<boolean>`documents.author_id = ${id}`;

/** That the looker sees a document. */
export function isVisible(looker: SearchViewer): Condition {
  const byRole = sql<boolean>`EXISTS (SELECT 1 FROM role_tasks AS seen WHERE seen.role_id = ${looker.role}
    AND seen.directing_id = documents.directing_id AND seen.task_id = documents.task_id)`;
  const bySelf = sql<boolean>`EXISTS (SELECT 1 FROM document_people AS person
    WHERE person.document_id = documents.id AND ${isOf(looker)})`;
  return looker.role === null ? bySelf : sql<boolean>`(${byRole} OR ${bySelf})`;
}

/** That a word is of the range. Documents of a single word stand in the index in their order, so that none is sorted. */
export const isWord = (column: string, [from, to]: WordRange): Condition =>
  from === to
    ? sql<boolean>`${sql.ref(column)} = ${from}`
    : sql<boolean>`${sql.ref(column)} >= ${from} AND ${sql.ref(column)} <= ${to}`;

/** That a document holds a word of the range; OFFSET keeps PostgreSQL from gathering all that do beforehand. */
export const containsSearchWord = (word: WordRange): Condition =>
  sql<boolean>`EXISTS (SELECT 1 FROM document_words AS held
    WHERE held.document_id = documents.id AND ${isWord('held.word', word)} LIMIT 1 OFFSET 0)`;

/** Everything that is asked besides words and visibility. */
export const conditionsOf = (wanted: Wanted, looker: SearchViewer): Condition[] => [
  ...ofRow(wanted),
  ...(wanted.authored ? [isAuthor(looker)] : []),
  ...(wanted.acceptor ? [takesPart('acceptor', wanted.acceptor, looker)] : []),
  ...(wanted.recipient ? [takesPart('recipient', wanted.recipient, looker)] : []),
];

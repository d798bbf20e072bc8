// SQL conditions and branches of the search for documents.
import { type RawBuilder, sql } from 'kysely';
import * as documents from '../../../contract/documents/documents.ts';
import { SIGNATORY_KINDS, type SignatoryKind } from '../../../contract/documents/words.ts';
import { badRequest, readId } from '../../platform/http/request.ts';
import { type WordRange, wordRanges } from '../../platform/text/words.ts';
import type { PortalSource } from '../../portal-database/schema.ts';
import { isEscalatedTo, mayDecideForSignatory } from '../document/who-may-decide.ts';

/** The part of a person in a document: asked now, has accepted, is listed. */
export type Part = 'asked' | 'accepted' | 'listed';

/** What a search wants; null: any. */
export interface Wanted {
  /** Ranges of words, each of which the document holds. */
  readonly words: readonly WordRange[] | null;
  /** Only documents older than this one. */
  readonly before: number | null;
  readonly directing: number | null;
  readonly task: number | null;
  readonly state: documents.StateFilter | null;
  readonly acceptor: Part | null;
  readonly recipient: Part | null;
  readonly authored: boolean;
}

const PARTS: Readonly<Record<string, Part>> = { '0': 'asked', '1': 'accepted', '2': 'listed' };

/** Reads a query; unknown values are ignored, but an invalid id is a 400. */
export function readWanted(query: documents.DocumentSearchQuery): Wanted {
  return {
    words: query.search?.trim() ? wordRanges(query.search) : null,
    before: idOf(query.last, 'last'),
    directing: idOf(query.directing, 'directing'),
    task: idOf(query.task, 'task'),
    state: documents.STATE_FILTERS.find((state) => state === query.state) ?? null,
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

/** The size of a page, clamped to `most`; `usual` for no valid number. */
export function readPageSize(text: string | undefined, most: number, usual: number): number {
  const wish = text ? Math.trunc(Number(text)) : Number.NaN;
  return wish >= 1 ? Math.min(wish, most) : usual;
}

export type Condition = RawBuilder<boolean>;

export interface PersonIds {
  readonly id: number;
  readonly role: number | null;
}

export interface SearchViewer extends PersonIds {
  readonly absent: readonly PersonIds[];
}

/** Joins conditions by AND; true where there are none. */
export const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql<boolean>`1 = 1` : sql<boolean>`(${sql.join(conditions, sql` AND `)})`;

/** Names of a row with the pair and state of a document in a query, and of its column with the document id. */
interface RowNames {
  readonly table: string;
  readonly id: string;
}
const DOCUMENT: RowNames = { table: 'documents', id: 'documents.id' };
const PERSON: RowNames = { table: 'person', id: 'person.document_id' };
/** A row of `document_entries`, which has the id only. */
const ENTRY: RowNames = { table: 'entry', id: 'entry.document_id' };

function ofRow(wanted: Wanted, row: RowNames = DOCUMENT): Condition[] {
  const { directing, task, state } = wanted;
  const column = (name: string) => sql.ref(`${row.table}.${name}`);
  return [
    ...isOlder(wanted, row),
    ...(directing === null ? [] : [sql<boolean>`${column('directing_id')} = ${directing}`]),
    ...(task === null ? [] : [sql<boolean>`${column('task_id')} = ${task}`]),
    ...hasState(state, row),
  ];
}

/** Conditions of a filter by state, on the row first. */
function hasState(state: Wanted['state'], { table, id }: RowNames): Condition[] {
  if (state === null) return [isLive(table)];
  const is = (stored: string) => sql<boolean>`${sql.ref(`${table}.state`)} = ${stored}`;
  if (state === 'all') return [sql<boolean>`${sql.ref(`${table}.state`)} <> 'binned'`];
  if (state !== 'approval' && state !== 'reading') return [is(state)];
  const isInApproval = sql`EXISTS (SELECT 1 FROM document_entries AS turn WHERE turn.document_id = ${sql.ref(id)}
    AND turn.kind = 'acceptor' AND turn.is_asked = 1 LIMIT 1 OFFSET 0)`;
  return [is('pending'), state === 'approval' ? sql<boolean>`${isInApproval}` : sql<boolean>`NOT ${isInApproval}`];
}

/** Condition: neither cancelled nor in the bin; lists and counters have no others unless these are asked for. */
export const isLive = (table = 'documents'): Condition =>
  sql<boolean>`${sql.ref(`${table}.state`)} NOT IN ('cancelled', 'binned')`;

/** Condition: the document comes after the last one of the page before. */
export const isOlder = ({ before }: Wanted, { id }: RowNames = DOCUMENT): Condition[] =>
  before === null ? [] : [sql<boolean>`${sql.ref(id)} < ${before}`];

/** Condition: the row called `person` is that of the viewer. */
export const isOf = ({ id }: SearchViewer): Condition => sql<boolean>`person.user_id = ${id}`;

/**
 * Condition: a person has the part in an entry; substitutes are asked too, but have not signed and are not listed. Asked
 * is who may decide: a signatory whose role has lost the right stays listed, and nothing waits for them.
 */
const hasPart = (part: Part, { id, role }: PersonIds, viewer: SearchViewer): Condition =>
  allOf([
    sql<boolean>`entry.user_id = ${id}`,
    ...(part === 'asked'
      ? [sql<boolean>`entry.is_asked = 1`, mayDecideForSignatory({ absent: role, acting: viewer.role })]
      : []),
    ...(part === 'accepted' ? [sql<boolean>`entry.accepted_at IS NOT NULL`] : []),
  ]);

/** Alternative conditions for a part, each with its own index; substituted people and escalations count as asked. */
export function matchesOf(part: Part, viewer: SearchViewer): readonly Condition[] {
  if (part !== 'asked') return [hasPart(part, viewer, viewer)];
  return [...[viewer, ...viewer.absent].map((holder) => hasPart(part, holder, viewer)), isEscalatedTo(viewer)];
}

const isParticipant = (kind: SignatoryKind, part: Part, viewer: SearchViewer): Condition =>
  sql<boolean>`EXISTS (SELECT 1 FROM document_entries AS entry
    WHERE entry.document_id = documents.id AND entry.kind = ${kind}
      AND (${sql.join(matchesOf(part, viewer), sql` OR `)}))`;

const isAuthor = ({ id }: SearchViewer): Condition => sql<boolean>`documents.author_id = ${id}`;

export function isVisible(viewer: SearchViewer): Condition {
  const byRole = sql<boolean>`EXISTS (SELECT 1 FROM role_tasks AS seen WHERE seen.role_id = ${viewer.role}
    AND seen.directing_id = documents.directing_id AND seen.task_id = documents.task_id)`;
  const bySelf = sql<boolean>`EXISTS (SELECT 1 FROM document_people AS person
    WHERE person.document_id = documents.id AND ${isOf(viewer)})`;
  return viewer.role === null ? bySelf : sql<boolean>`(${byRole} OR ${bySelf})`;
}

/** Condition: a word is in the range. An equality is sorted by the index. */
export const isWord = (column: string, [from, to]: WordRange): Condition =>
  from === to
    ? sql<boolean>`${sql.ref(column)} = ${from}`
    : sql<boolean>`${sql.ref(column)} >= ${from} AND ${sql.ref(column)} <= ${to}`;

/** Condition: a document has a word of the range; OFFSET keeps PostgreSQL from collecting all such documents first. */
export const containsSearchWord = (word: WordRange): Condition =>
  sql<boolean>`EXISTS (SELECT 1 FROM document_words AS held
    WHERE held.document_id = documents.id AND ${isWord('held.word', word)} LIMIT 1 OFFSET 0)`;

export const conditionsOf = (wanted: Wanted, viewer: SearchViewer): Condition[] => [
  ...ofRow(wanted),
  ...(wanted.authored ? [isAuthor(viewer)] : []),
  ...(wanted.acceptor ? [isParticipant('acceptor', wanted.acceptor, viewer)] : []),
  ...(wanted.recipient ? [isParticipant('recipient', wanted.recipient, viewer)] : []),
];

/** A query of ids that an index answers newest first; together the branches have every document wanted. */
export interface Branch {
  /** `FROM … WHERE …` over `documents`, `entry` or `person`. */
  readonly from: RawBuilder<unknown>;
  readonly id: RawBuilder<unknown>;
}

/** The branches of a search without words, except those of the pairs of the role. */
export function branchesOf(wanted: Wanted, viewer: SearchViewer): Branch[] {
  for (const kind of SIGNATORY_KINDS) {
    const part = wanted[kind];
    if (!part) continue;
    const others = conditionsOf({ ...wanted, [kind]: null, before: null }, viewer);
    return matchesOf(part, viewer).map((condition) => entryBranch(kind, condition, wanted, others));
  }
  if (wanted.authored) {
    const own = allOf([isAuthor(viewer), ...ofRow(wanted)]);
    return [{ from: sql`FROM documents WHERE ${own}`, id: sql.ref(DOCUMENT.id) }];
  }
  const person = allOf([isOf(viewer), ...ofRow(wanted, PERSON)]);
  return [{ from: sql`FROM document_people AS person WHERE ${person}`, id: sql.ref(PERSON.id) }];
}

/** Whether only documents are wanted in which the viewer has a part. */
export const takesPart = ({ acceptor, recipient, authored }: Wanted): boolean =>
  acceptor !== null || recipient !== null || authored;

/** Whether documents are wanted that the viewer sees by a pair alone. */
export const wantsPairs = (wanted: Wanted, { role }: SearchViewer): boolean => !takesPart(wanted) && role !== null;

function entryBranch(kind: SignatoryKind, part: Condition, wanted: Wanted, others: readonly Condition[]): Branch {
  const conditions = [
    sql<boolean>`entry.kind = ${kind}`,
    part,
    ...isOlder(wanted, ENTRY),
    // OFFSET: PostgreSQL would join, and walk all documents beside the entries.
    ...(others.length === 0
      ? []
      : [
          sql<boolean>`EXISTS (SELECT 1 FROM documents
            WHERE documents.id = entry.document_id AND ${allOf(others)} LIMIT 1 OFFSET 0)`,
        ]),
  ];
  return { from: sql`FROM document_entries AS entry WHERE ${allOf(conditions)}`, id: sql.ref(ENTRY.id) };
}

export const pairsOf = (wanted: Wanted, { role }: SearchViewer): RawBuilder<unknown> =>
  sql`FROM role_tasks AS pair WHERE ${allOf([sql<boolean>`pair.role_id = ${role}`, ...ofPair(wanted)])}`;

/** The pairs that are wanted, have had a document and are not of the role. */
const otherPairsOf = (wanted: Wanted, { role }: SearchViewer): RawBuilder<unknown> =>
  sql`FROM document_numbers AS pair WHERE ${allOf([
    sql<boolean>`NOT EXISTS (SELECT 1 FROM role_tasks AS seen WHERE seen.role_id = ${role}
      AND seen.directing_id = pair.directing_id AND seen.task_id = pair.task_id)`,
    ...ofPair(wanted),
  ])}`;

const ofPair = ({ directing, task }: Wanted): Condition[] => [
  ...(directing === null ? [] : [sql<boolean>`pair.directing_id = ${directing}`]),
  ...(task === null ? [] : [sql<boolean>`pair.task_id = ${task}`]),
];

/** Condition: a row is wanted and belongs to the pair called `pair` in the query. */
export const inPair = (wanted: Wanted, row: RowNames = DOCUMENT): Condition =>
  allOf([
    sql<boolean>`${sql.ref(`${row.table}.directing_id`)} = pair.directing_id`,
    sql<boolean>`${sql.ref(`${row.table}.task_id`)} = pair.task_id`,
    ...ofRow({ ...wanted, directing: null, task: null }, row),
  ]);

/** Runs a query with one column `count`. */
export async function countRows(read: PortalSource, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`${query}`.execute(read);
  return Number(rows[0]?.count ?? 0);
}

/** Counts the documents that a viewer sees, by ranges of an index: those of the role by pair, elsewhere by part. */
export async function countSeen(read: PortalSource, wanted: Wanted, viewer: SearchViewer): Promise<number> {
  if (wantsEverything(wanted) && (await seesEveryPair(read, wanted, viewer)))
    return countRows(read, sql`SELECT count(*) AS count FROM documents WHERE ${isLive()}`);
  const ofRole = sql`SELECT sum((SELECT count(*) FROM documents WHERE ${inPair(wanted)})) ${pairsOf(wanted, viewer)}`;
  const own = allOf([isOf(viewer), inPair(wanted, PERSON)]);
  const elsewhere = sql`SELECT sum((SELECT count(*) FROM document_people AS person WHERE ${own}))
    ${otherPairsOf(wanted, viewer)}`;
  return countRows(read, sql`SELECT coalesce((${ofRole}), 0) + coalesce((${elsewhere}), 0) AS count`);
}

/** Of documents that are live. */
const wantsEverything = ({ before, directing, task, state }: Wanted): boolean =>
  before === null && directing === null && task === null && state === null;

/** Whether the role sees every wanted pair that ever had a document. */
export async function seesEveryPair(read: PortalSource, wanted: Wanted, viewer: SearchViewer): Promise<boolean> {
  const { rows } = await sql`SELECT 1 ${otherPairsOf(wanted, viewer)} LIMIT 1`.execute(read);
  return rows.length === 0;
}

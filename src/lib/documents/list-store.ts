// State and calls of the lists of documents: rows and counts of the tabs, saved views, and acting on several marked
// documents at once.
import { atom } from 'nanostores';
import { ACTIONS } from '../../../contract/access/actions.ts';
import type { MailTrouble } from '../../../contract/accounts/accounts.ts';
import type { Colleague, Document } from '../../../contract/documents/documents.ts';
import type {
  DocumentListAnswer,
  DocumentListCounts,
  DocumentView,
  LateAnswer,
  LatePerson,
  LateReminded,
  ListedDocument,
} from '../../../contract/documents/lists.ts';
import { actionsOn } from '../access/role-rights.ts';
import { attempt, callOr, type Failure, outcomeOf } from '../platform/http-client.ts';
import { informator } from '../platform/session.ts';
import { createCursorList } from '../ui/cursor-list.ts';
import { type DocflowCalls, withProfile } from './document-calls.ts';
import { type DocumentQuery, pageSizeOf, queryText } from './list-query.ts';
import type { Viewer } from './permissions.ts';

const textOf = (asked: DocumentQuery): string => queryText({ ...asked, limit: String(pageSizeOf(asked)) });

/** The documents of one query, page by page, and the number it finds in each tab. */
export function createDocuments(calls: Pick<ListCalls, 'page' | 'counts'>) {
  const { $list, search, more } = createCursorList<DocumentQuery, ListedDocument, DocumentListAnswer>(
    {
      page: (query, cursor, signal) => calls.page(textOf(query), cursor, signal),
      rowsOf: ({ documents }) => documents,
    },
    {},
  );
  /** null: unknown. */
  const $counts = atom<DocumentListCounts | null>(null);
  let latest = 0;

  /** Counts; after a failure the list has no counts. */
  async function count(asked: DocumentQuery): Promise<void> {
    latest += 1;
    const mine = latest;
    const { limit: _limit, sort: _sort, ...filter } = asked;
    const counts = await calls.counts(queryText(filter)).catch(() => null);
    if (mine === latest) $counts.set(counts);
  }

  const ask = async (asked: DocumentQuery): Promise<void> => {
    await Promise.all([search(asked), count(asked)]);
  };

  return {
    $documents: $list,
    $counts,
    /** Opens a query: rows of the same query stay while they are read again, those of another do not. */
    open(asked: DocumentQuery): Promise<void> {
      if (textOf($list.get().query) !== textOf(asked)) {
        $list.set({ ...$list.get(), phase: 'loading', rows: [], first: null, next: null });
        $counts.set(null);
      }
      return ask(asked);
    },
    search: ask,
    more,
  };
}

/** The people whom documents wait for, page by page. */
export const createLatePeople = (calls: Pick<ListCalls, 'late'>) =>
  createCursorList<null, LatePerson, LateAnswer>(
    { page: (_, cursor, signal) => calls.late(cursor, signal), rowsOf: ({ people }) => people },
    null,
  );

/** The saved views of the viewer; null: not loaded yet. */
export function createViews(calls: Pick<ListCalls, 'views' | 'addView' | 'changeView' | 'removeView'>) {
  const $views = atom<readonly DocumentView[] | null>(null);

  /** Every call answers with all views. Resolves to the failure, null: none. */
  const put = (call: () => Promise<readonly DocumentView[]>): Promise<Failure | null> =>
    attempt(async () => $views.set(await call()));

  return {
    $views,
    load: () => put(() => calls.views()),
    add: (view: Omit<DocumentView, 'id'>) => put(() => calls.addView(view)),
    change: (id: number, change: Partial<Omit<DocumentView, 'id'>>) => put(() => calls.changeView(id, change)),
    remove: (id: number) => put(() => calls.removeView(id)),
  };
}

type ViewChange = Partial<Omit<DocumentView, 'id'>>;

/** The calls of lists of documents and of saved views. All throw what ky throws, or SessionEnded. */
export const listCalls = {
  /** A page of a query (`?state=pending&limit=50`): the first one, or that of a cursor. */
  page: (query: string, cursor: string | null, signal?: AbortSignal): Promise<DocumentListAnswer> =>
    withProfile(() =>
      informator
        .get(`docflow/list${query}${cursor === null ? '' : `&cursor=${cursor}`}`, { signal, cache: 'no-store' })
        .json<DocumentListAnswer>(),
    ),
  counts: (query: string): Promise<DocumentListCounts> =>
    withProfile(() => informator.get(`docflow/list/counts${query}`).json<DocumentListCounts>()),
  /** The documents of a query, or of these ids, as .xlsx; a long one may take a while. */
  file: (query: string, ids: readonly number[]): Promise<Blob> =>
    informator
      .get(`docflow/list/export${query}${ids.length > 0 ? `&ids=${ids.join()}` : ''}`, { timeout: false })
      .blob(),
  /** Up to ten people by a part of their name. */
  people: (search: string, signal?: AbortSignal): Promise<Colleague[]> =>
    informator.get('user/colleagues', { searchParams: { search }, signal }).json<Colleague[]>(),
  /** Whom the documents that the viewer sees wait for. */
  late: (cursor: string | null, signal?: AbortSignal): Promise<LateAnswer> =>
    withProfile(() =>
      informator
        .get('docflow/late', { searchParams: cursor === null ? {} : { cursor }, signal, cache: 'no-store' })
        .json<LateAnswer>(),
    ),
  /** Reminds a person, or everyone (null), of documents that wait. */
  remindLate: (person: string | null): Promise<LateReminded> =>
    informator.post('docflow/late/remind', { json: { person }, retry: 0, timeout: 60_000 }).json<LateReminded>(),
  views: (): Promise<DocumentView[]> =>
    withProfile(() => informator.get('docflow/views', { cache: 'no-store' }).json<DocumentView[]>()),
  addView: (view: Omit<DocumentView, 'id'>): Promise<DocumentView[]> =>
    informator.post('docflow/views', { json: view, retry: 0 }).json<DocumentView[]>(),
  changeView: (id: number, change: ViewChange): Promise<DocumentView[]> =>
    informator.patch(`docflow/views/${id}`, { json: change, retry: 0 }).json<DocumentView[]>(),
  removeView: (id: number): Promise<DocumentView[]> =>
    informator.delete(`docflow/views/${id}`, { retry: 0 }).json<DocumentView[]>(),
};
type ListCalls = typeof listCalls;

export type Outcome =
  | { readonly kind: 'done'; readonly mailTrouble?: MailTrouble }
  | { readonly kind: 'already' | 'not asked' | 'changed' | 'not author' | 'not waiting' | 'recently' | 'no mail' }
  | { readonly kind: 'failed'; readonly failure: Failure };

const AT_ONCE = 4;

/** Acts on documents a few at a time; returns the outcomes in order. `onDone` gets the number of finished ones. */
export async function actOnEach<Row>(
  rows: readonly Row[],
  act: (row: Row) => Promise<Outcome>,
  onDone: (count: number) => void,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let next = 0;
  let settled = 0;
  async function work(): Promise<void> {
    for (let at = next++; at < rows.length; at = next++) {
      const row = rows[at];
      if (row === undefined) continue;
      const { value, failure } = await outcomeOf(() => act(row));
      outcomes[at] = failure ? { kind: 'failed', failure } : value;
      settled += 1;
      onDone(settled);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return outcomes;
}

/** Acknowledges a document for the viewer and those whom they substitute; another version than the shown is skipped. */
export async function acknowledgeRow(
  calls: Pick<DocflowCalls, 'one' | 'decide'>,
  row: Pick<Document, 'id' | 'version'>,
  viewer: string,
): Promise<Outcome> {
  const { value, etag } = await calls.one(row.id);
  const asked = (value.decides ?? []).filter(({ kind }) => kind === 'recipient');
  if (asked.length === 0) {
    const isAlready = value.recipient.some(({ uid, accept }) => uid === viewer && accept);
    return { kind: isAlready ? 'already' : 'not asked' };
  }
  if (value.version !== row.version) return { kind: 'changed' };
  let state = etag;
  for (const { uid } of asked) {
    const insteadOf = uid === viewer ? null : uid;
    state = (await calls.decide(row.id, state, { name: 'acknowledge', insteadOf })).etag;
  }
  return { kind: 'done' };
}

/** Reminds of a document for its author, or a viewer who may edit those of its pair. */
export async function remindRow(
  calls: Pick<DocflowCalls, 'remind'>,
  row: Pick<Document, 'id' | 'author' | 'directing' | 'task'>,
  { uid, roles }: Viewer,
): Promise<Outcome> {
  if (row.author.uid !== uid && !actionsOn(roles, row).has(ACTIONS.edit)) return { kind: 'not author' };
  return callOr<Outcome>(
    async () => {
      const { count, mailTrouble } = await calls.remind(row.id);
      if (count > 0) return { kind: 'done', ...(mailTrouble && { mailTrouble }) };
      return { kind: mailTrouble === 'not set up' ? 'no mail' : 'not waiting' };
    },
    ({ code }) => (code === 'too many requests' ? { kind: 'recently' } : undefined),
  );
}

/** The marked documents of a list, and the last marked one. */
export interface Marks {
  readonly ids: ReadonlySet<number>;
  /** The begin of a range; null: none. */
  readonly anchor: number | null;
}

export const NO_MARKS: Marks = { ids: new Set(), anchor: null };

/** The marks after a click on the box of a document; `isRange`: all between it and the last clicked box follow. */
export function withMark({ ids, anchor }: Marks, rows: readonly number[], id: number, isRange: boolean): Marks {
  const next = new Set(ids);
  const isMarked = !ids.has(id);
  const [from, to] = [rows.indexOf(anchor ?? id), rows.indexOf(id)].toSorted((one, other) => one - other);
  const touched = isRange && from !== undefined && from >= 0 ? rows.slice(from, (to ?? from) + 1) : [id];
  for (const one of touched) {
    if (isMarked) next.add(one);
    else next.delete(one);
  }
  return { ids: next, anchor: id };
}

/** Each document once: a list grouped by the people asked has a row of it for each of them. */
export const withoutRepeats = <Row extends { readonly id: number }>(rows: readonly Row[]): Row[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
];

/** Rows under the people whom they wait for, in their order; one group without a person where a list has no groups. */
export function groupsOf<Row extends Pick<ListedDocument, 'group'>>(rows: readonly Row[]) {
  const groups: { readonly person: Row['group']; readonly rows: Row[] }[] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    if (last && last.person?.uid === row.group?.uid) last.rows.push(row);
    else groups.push({ person: row.group, rows: [row] });
  }
  return groups;
}

/** All shown documents marked, or none if all are already. */
export const withAllMarked = ({ ids }: Marks, rows: readonly number[]): Marks =>
  rows.every((id) => ids.has(id)) ? NO_MARKS : { ids: new Set(rows), anchor: null };

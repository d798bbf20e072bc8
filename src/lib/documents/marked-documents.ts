import type { Document } from '../../../contract/documents/documents.ts';
import { callOr, type Failure, outcomeOf } from '../platform/http-client.ts';
import type { DocflowCalls } from './document-calls.ts';

/** What came of an act upon one document. */
export type Outcome =
  | { readonly kind: 'done' | 'already' | 'not asked' | 'changed' | 'not author' | 'nobody' | 'recently' }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** Documents that are acted upon at the same time. */
const AT_ONCE = 4;

/** Acts upon documents a few at a time; the outcomes in their order. `onDone` is told how many are settled. */
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

/**
 * Notes that the viewer has read a document, for himself and for whom he substitutes there, by the call that its own page
 * makes. A document that has another version than the one shown is left alone: nobody has read it.
 */
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

/** Reminds those whom a document of the viewer waits for. */
export async function remindRow(
  calls: Pick<DocflowCalls, 'remind'>,
  row: Pick<Document, 'id' | 'author' | 'state'>,
  viewer: string,
): Promise<Outcome> {
  if (row.author.uid !== viewer) return { kind: 'not author' };
  return callOr<Outcome>(
    async () => ({ kind: (await calls.remind(row.id)) > 0 ? 'done' : 'nobody' }),
    ({ code }) => (code === 'too many requests' ? { kind: 'recently' } : undefined),
  );
}

/** Which documents of a list are marked, and where the last mark was put. */
export interface Marks {
  readonly ids: ReadonlySet<number>;
  /** Where a range begins; null: nowhere. */
  readonly anchor: number | null;
}

export const NO_MARKS: Marks = { ids: new Set(), anchor: null };

/** The marks after a press on the box of a document; with a range everything between it and the last pressed box follows it. */
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

/** Everything that is shown marked, or nothing where it is already. */
export const withAllMarked = ({ ids }: Marks, rows: readonly number[]): Marks =>
  rows.every((id) => ids.has(id)) ? NO_MARKS : { ids: new Set(rows), anchor: null };

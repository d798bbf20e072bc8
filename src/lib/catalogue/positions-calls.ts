// Calls of the API for the page where administrators find, correct, hide, remove and restore positions (offers of
// suppliers in the catalogue).
import type { Position, ReferenceRow } from '../../../contract/catalogue/positions.ts';
import type { UndoAnswer } from '../../../contract/catalogue/run-changes.ts';
import type * as staffPositions from '../../../contract/catalogue/staff-positions.ts';
import { addressFilters } from '../platform/paths.ts';
import { bridge } from '../platform/session.ts';

export type ShowAction = 'hide' | 'remove' | 'restore';

/** What is to become of many positions, as it is typed. */
export interface BulkFields {
  readonly price?: string;
  readonly percent?: string;
  readonly roundTo?: string;
  readonly amount?: string;
  readonly brandId?: number;
  readonly providerId?: number;
}

/** The calls of positions for administrators. All throw what ky throws, or SessionEnded. */
export const positionsCalls = {
  /** One page; `cursor` is `next` of the page before, null for the first. */
  list(query: PositionQuery, cursor: string | null, signal?: AbortSignal): Promise<staffPositions.StaffPositionPage> {
    const searchParams = { ...query, ...(cursor && { cursor }) };
    return bridge.get('positions', { searchParams, signal, timeout: 60_000 }).json<staffPositions.StaffPositionPage>();
  },
  references: (list: 'brands' | 'providers'): Promise<ReferenceRow[]> => bridge.get(`${list}/`).json<ReferenceRow[]>(),
  /** Changes the fields of a position, if they still say what they said. */
  edit: (id: number, fields: Readonly<Record<string, string>>, was: Readonly<Record<string, string>>) =>
    bridge.patch(`positions/${id}`, { json: { ...fields, was } }).json<staffPositions.EditedPosition>(),
  /** Many may take a while, so nothing times it out. */
  show: (action: ShowAction, chosen: staffPositions.ChosenPositions): Promise<staffPositions.ShowAnswer> =>
    bridge.post(`positions/${action}`, { json: chosen, timeout: false }).json<staffPositions.ShowAnswer>(),
  /** Changes many positions, or with `dryRun` says what would become of them. */
  change: (wish: staffPositions.ChosenPositions & BulkFields & { readonly dryRun?: boolean }) =>
    bridge.post('positions/change', { json: wish, timeout: false }).json<staffPositions.BulkAnswer>(),
  undo: (runId: number): Promise<UndoAnswer> =>
    bridge.post(`import/runs/${runId}/undo`, { timeout: false }).json<UndoAnswer>(),
  history: (id: number): Promise<staffPositions.PositionHistory> =>
    bridge.get(`positions/${id}/history`).json<staffPositions.PositionHistory>(),
  /** What the filter finds, as a price list to be uploaded again. */
  file: (query: PositionQuery): Promise<Blob> =>
    bridge.get(`positions/export${queryText(query)}`, { timeout: false }).blob(),
};
export type PositionsCalls = typeof positionsCalls;

/** A photo may go over a slow line, ms. */
const PHOTO_TIMEOUT_MS = 300_000;

/** Replaces the photo of a position. Throws what ky throws, or SessionEnded. */
export function replacePhoto(id: number, photo: File): Promise<Pick<Position, 'photo'>> {
  const body = new FormData();
  body.set('photo', photo);
  return bridge.patch(`card/${id}/photo`, { body, timeout: PHOTO_TIMEOUT_MS }).json<Pick<Position, 'photo'>>();
}

/** Filters of the list, in the order they stand in an address. */
const NAMES = [
  'query',
  'shown',
  'brandId',
  'providerId',
  'runId',
  'withoutPrice',
  'withoutPhoto',
  'olderThanDays',
] as const satisfies readonly (keyof staffPositions.PositionFilterQuery)[];

export type PositionQuery = Readonly<Partial<Record<(typeof NAMES)[number], string>>>;

export const { queryOf, queryText } = addressFilters(NAMES);

/** Whether the query narrows the list: a button for all that is found never means the whole catalogue. */
export const isNarrowed = ({ shown = '', ...others }: PositionQuery): boolean =>
  queryText(others) !== '' || shown === 'hidden' || shown === 'removed';

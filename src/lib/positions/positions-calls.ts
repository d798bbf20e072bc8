import type { ReferenceRow } from '../../../contract/bridge.ts';
import type { UndoAnswer } from '../../../contract/import-runs.ts';
import type {
  ChosenPositions,
  EditedPosition,
  PositionHistory,
  ShowAnswer,
  StaffPositionPage,
} from '../../../contract/staff-positions.ts';
import { bridge } from '../session/guarded.ts';
import { type PositionQuery, queryText } from './query.ts';

/** What may be done to positions that are chosen. */
export type ShowAction = 'hide' | 'remove' | 'restore';

/** The calls of positions for administrators. All throw what ky throws, or SessionEnded. */
export const positionsCalls = {
  /** One page; `cursor` is `next` of the page before, null for the first. */
  list(query: PositionQuery, cursor: string | null, signal?: AbortSignal): Promise<StaffPositionPage> {
    const searchParams = { ...query, ...(cursor && { cursor }) };
    return bridge.get('positions', { searchParams, signal, timeout: 60_000 }).json<StaffPositionPage>();
  },
  references: (list: 'brands' | 'providers'): Promise<ReferenceRow[]> =>
    bridge.get(`${list}/`).json<ReferenceRow[]>(),
  /** Changes the fields of a position, if they still say what they said. */
  edit: (id: number, fields: Readonly<Record<string, string>>, was: Readonly<Record<string, string>>) =>
    bridge.patch(`positions/${id}`, { json: { ...fields, was } }).json<EditedPosition>(),
  /** Many may take a while, so nothing times it out. */
  show: (action: ShowAction, chosen: ChosenPositions): Promise<ShowAnswer> =>
    bridge.post(`positions/${action}`, { json: chosen, timeout: false }).json<ShowAnswer>(),
  undo: (runId: number): Promise<UndoAnswer> =>
    bridge.post(`import/runs/${runId}/undo`, { timeout: false }).json<UndoAnswer>(),
  history: (id: number): Promise<PositionHistory> =>
    bridge.get(`positions/${id}/history`).json<PositionHistory>(),
  /** What the filter finds, as a price list to be uploaded again. */
  file: (query: PositionQuery): Promise<Blob> =>
    bridge.get(`positions/export${queryText(query)}`, { timeout: false }).blob(),
};
export type PositionsCalls = typeof positionsCalls;

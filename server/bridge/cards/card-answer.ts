import type { Card } from '../../../contract/parts.ts';
import { positionAnswer } from '../position.ts';
import type { CardRow } from './store.ts';

/** A card as the API answers it; prices that were last confirmed before `liveDay` count no more. */
export const cardAnswer = (row: CardRow, liveDay: number): Card => ({
  ...positionAnswer(row, liveDay),
  partId: row.part_id,
});

// Recognises a price list that this shop has exported itself, among files that are uploaded: it needs no guess of its
// columns.
import { labelWithUnit } from '../../contract/catalogue/columns.ts';

/** Without these columns a row could not be matched with its position, or the match not be checked. */
const NEEDED = (['id', 'article', 'brand_id'] as const).map(labelWithUnit);

/** Whether a header row is that of our own price list; columns may have been moved, added and left out. */
export function isOwnPriceList(headerRow: readonly unknown[]): boolean {
  const texts = headerRow.map((cell) => (typeof cell === 'string' ? cell.trim() : ''));
  return NEEDED.every((header) => texts.includes(header));
}

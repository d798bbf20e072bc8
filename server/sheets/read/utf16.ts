/** First bytes of a text that say its encoding. */
const MARKS = [
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
] as const;
/** High bytes of what a price list is written with: Latin, Cyrillic, punctuation and signs such as №, frames. */
const HIGH_BYTES = new Set([0x00, 0x04, 0x20, 0x21, 0x22, 0x25]);
const SHARE = 0.98;
const PAIRS_MIN = 4;

/** The UTF-16 that a text is in, by its mark or by how its first bytes alternate; null for any other text. */
export function utf16Of(head: Buffer): 'utf-16le' | 'utf-16be' | null {
  const marked = MARKS.find(([, first, second]) => head[0] === first && head[1] === second);
  if (marked) return marked[0];
  if (alternates(head, 1)) return 'utf-16le';
  return alternates(head, 0) ? 'utf-16be' : null;
}

/** Whether every second byte, from `high` on, is the high byte of a usual sign; some of them ASCII, none a control. */
function alternates(head: Buffer, high: 0 | 1): boolean {
  const pairs = Math.floor(head.length / 2);
  let usual = 0;
  let ascii = 0;
  for (let at = 0; at < pairs * 2; at += 2) {
    const upper = head[at + high] as number;
    const lower = head[at + 1 - high] as number;
    if (upper === 0 && lower < 0x20 && lower !== 0x09 && lower !== 0x0a && lower !== 0x0d) return false;
    if (HIGH_BYTES.has(upper)) usual += 1;
    if (upper === 0 && lower < 0x80) ascii += 1;
  }
  return pairs >= PAIRS_MIN && ascii > 0 && usual >= pairs * SHARE;
}

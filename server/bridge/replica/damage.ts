/** Primary result codes of SQLite that say: not what a copy looks like. https://www.sqlite.org/rescode.html */
const DAMAGE: ReadonlySet<number> = new Set([
  1, // ERROR: a table is missing
  11, // CORRUPT
  14, // CANTOPEN
  26, // NOTADB
]);

/** Whether a failure, of this thread or another, says that the file of a copy is damaged, and not that the disk is full. */
export function isDamage(error: unknown): boolean {
  const { errcode } = error as { errcode?: unknown };
  return typeof errcode === 'number' && DAMAGE.has(errcode & 0xff);
}

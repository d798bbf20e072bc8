import type { SQLInputValue, StatementSync } from 'node:sqlite';

/**
 * Runs the statement for its rows as plain objects. Those that node:sqlite makes by itself are dictionaries to the
 * engine: dearer to make, several times dearer to copy. The statement belongs to the returned function from then on.
 */
export function plainRows<Row>(statement: StatementSync): (...parameters: SQLInputValue[]) => Row[] {
  statement.setReturnArrays(true);
  const names = statement.columns().map(({ name }) => name);
  // A copy of an object with all its columns is one allocation; columns added one by one are many.
  const blank: Record<string, unknown> = Object.fromEntries(names.map((name) => [name, null]));
  const plain = (values: readonly unknown[]): Row => {
    const row = { ...blank };
    for (let at = 0; at < names.length; at++) row[names[at] as string] = values[at];
    return row as Row;
  };
  return (...parameters) => (statement.all(...parameters) as unknown as unknown[][]).map(plain);
}

import type { CompiledQuery, Kysely } from 'kysely';

/** Runs the changes inside an open transaction if the first one changes a row; resolves to whether it did. */
export async function runChanges<Schema>(
  transaction: Kysely<Schema>,
  [condition, ...changes]: readonly CompiledQuery[],
): Promise<boolean> {
  const first = condition && (await transaction.executeQuery(condition));
  if (!first?.numAffectedRows) return false;
  for (const change of changes) await transaction.executeQuery(change);
  return true;
}

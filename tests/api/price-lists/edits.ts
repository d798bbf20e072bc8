import type { EditedFields } from '../../../contract/catalogue/edit-form.ts';
import type { UndoAnswer } from '../../../contract/catalogue/run-changes.ts';
import type { CatalogueSchema } from '../../../server/catalogue/context/schema.ts';
import type { EditArguments, EditOutcome } from '../../../server/catalogue/positions/edit-job.ts';
import type { Database } from '../../../server/platform/database/types.ts';
import { startUndo } from '../../../server/price-lists/runs/run-store.ts';
import type { UndoArguments, UndoOutcome } from '../../../server/price-lists/undo/undo-job.ts';
import { DAY, positionsOf } from './catalogue.ts';

const UNDO = new URL('../../../server/price-lists/undo/undo-job.ts', import.meta.url);
const EDIT = new URL('../../../server/catalogue/positions/edit-job.ts', import.meta.url);
const CALLER = { by: { uid: 'admin', who: 'Админ' }, now: 3, priceTtlDays: 30 };

/** Takes a run back, or returns what that would do; answers why not where it cannot be. */
export async function undoRun(
  database: Database<CatalogueSchema>,
  runId: number,
  { dryRun = false, today = DAY } = {},
): Promise<UndoOutcome> {
  const { by, now, priceTtlDays } = CALLER;
  const args = { runId, undoId: null, now, priceTtlDays, today };
  if (dryRun) return database.readJob<UndoArguments, UndoOutcome>(UNDO, args);
  const undoId = await startUndo(database, runId, by, now);
  return database.runJob<UndoArguments, UndoOutcome>(UNDO, { ...args, undoId });
}

/** The same where it can be. */
export async function undone(database: Database<CatalogueSchema>, runId: number): Promise<UndoAnswer> {
  const outcome = await undoRun(database, runId);
  if (typeof outcome === 'string') throw new Error(outcome);
  return outcome;
}

/** Corrects a position by hand, whatever it says now; answers the run. */
export async function editPosition(
  database: Database<CatalogueSchema>,
  id: number,
  is: EditedFields,
): Promise<number | null> {
  const before = (await positionsOf(database)).find((position) => position.id === id);
  const was = Object.fromEntries(Object.keys(is).map((name) => [name, before?.[name as keyof EditedFields]]));
  const args = { ...CALLER, id, is, was, today: DAY };
  const outcome = await database.runJob<EditArguments, EditOutcome>(EDIT, args);
  if (typeof outcome === 'string') throw new Error(outcome);
  return outcome.runId;
}

// SQL of runs (imports of price lists): started, begun, failed, interrupted; and who wants a mail at their end.
import type { Insertable, Kysely } from 'kysely';
import type { RunSource } from '../../../contract/catalogue/runs.ts';
import type { CatalogueSchema, ImportRunTable } from '../../catalogue/context/schema.ts';
import type { Database } from '../../platform/database/types.ts';
import type { Decimal } from '../../platform/sheets/decimal.ts';
import type { ImportSettings } from '../settings/import-settings.ts';

/** Where runs stand is written down behind the runs before them, however long those take. */
const IN_TURN = { isPatient: true } as const;

interface RunStart {
  readonly uploadId: string | null;
  readonly uid: string;
  readonly who?: string;
  readonly source?: RunSource;
  readonly presetId?: number | null;
  readonly fileName: string;
  readonly fileBytes?: number | null;
  readonly keptFile?: string | null;
  readonly settings: ImportSettings;
  /** The fields of the form that they come from. */
  readonly form?: Readonly<Record<string, string>>;
  /** The user who began it wants a notice at its end. */
  readonly notifies?: boolean;
  /** Where they want a mail at its end. */
  readonly mailTo?: string | null;
  /** The process that does it, see worker-watch.ts; null: none. */
  readonly worker?: string | null;
}

/** Adds a run that waits for its turn; resolves to its id. */
async function insertRun(
  transaction: Kysely<CatalogueSchema>,
  run: Omit<Insertable<ImportRunTable>, 'state'>,
): Promise<number> {
  const added = transaction.insertInto('import_runs').values({ ...run, state: 'running' });
  return (await added.returning('id').executeTakeFirstOrThrow()).id;
}

/** Writes down that a run is there and waits for its turn; answers its id. */
export function startRun(database: Database<CatalogueSchema>, run: RunStart, now: number): Promise<number> {
  const { settings, form } = run;
  return database.write(async (transaction) => {
    const id = await insertRun(transaction, {
      upload_id: run.uploadId,
      uid: run.uid,
      who: run.who ?? '',
      source: run.source ?? 'call',
      preset_id: run.presetId ?? null,
      file_name: run.fileName,
      file_bytes: run.fileBytes ?? null,
      kept_file: run.keptFile ?? null,
      brand_id: settings.brandId,
      provider_id: settings.providerId,
      settings: settingsText(settings, form),
      started_at: now,
      notice: run.notifies ? 'asked' : null,
      worker: run.worker ?? null,
    });
    if (run.mailTo) await requestMail(transaction, id, { uid: run.uid, email: run.mailTo });
    return id;
  }, IN_TURN);
}

/** Writes down that a run is to be taken back when it is the turn of that; answers the id of the run that does it. */
export function startUndo(
  database: Database<CatalogueSchema>,
  undoes: number,
  { uid, who, worker }: Pick<RunStart, 'uid' | 'who' | 'worker'>,
  now: number,
): Promise<number> {
  const row = { uid, who: who ?? '', file_name: '', settings: '{}', started_at: now, undoes, worker: worker ?? null };
  return database.write((transaction) => insertRun(transaction, { ...row, kind: 'undo', source: 'page' }), IN_TURN);
}

/** Writes down that a file of crosses waits for its turn; answers the id of its run. `settings` is how it is read. */
export function startCrosses(
  database: Database<CatalogueSchema>,
  run: Required<Pick<RunStart, 'uid' | 'who' | 'fileName' | 'fileBytes' | 'keptFile' | 'worker'>> & {
    readonly settings: object;
  },
  now: number,
): Promise<number> {
  const { uid, who, fileName, fileBytes, keptFile, worker } = run;
  const row = { uid, who, file_name: fileName, file_bytes: fileBytes, kept_file: keptFile, worker, started_at: now };
  const settings = JSON.stringify(run.settings);
  return database.write(
    (transaction) => insertRun(transaction, { ...row, settings, kind: 'crosses', source: 'page' }),
    IN_TURN,
  );
}

export async function beginRun(database: Database<CatalogueSchema>, runId: number, now: number): Promise<void> {
  await database.write(
    (transaction) =>
      transaction
        .updateTable('import_runs')
        .set({ began_at: now, state: 'running', ended_at: null })
        .where('id', '=', runId)
        .execute(),
    IN_TURN,
  );
}

/** Where a run is or how it ended; null when there is none. */
export async function stateOfRun(read: Kysely<CatalogueSchema>, runId: number) {
  const run = await read.selectFrom('import_runs').select('state').where('id', '=', runId).executeTakeFirst();
  return run?.state ?? null;
}

/** Whether an upload id names a run already, of this process or of one before it. */
export async function isUploadIdUsed(database: Database<CatalogueSchema>, uploadId: string): Promise<boolean> {
  const known = database.read.selectFrom('import_runs').select('id').where('upload_id', '=', uploadId);
  return (await known.executeTakeFirst()) !== undefined;
}

/** Writes down why a run ended without changing anything; one that is over already stays as it is. */
export async function failRun(
  database: Database<CatalogueSchema>,
  runId: number,
  error: string,
  now: number,
  state: 'failed' | 'interrupted' = 'failed',
): Promise<void> {
  await database.write(
    (transaction) =>
      transaction
        .updateTable('import_runs')
        .set({ state, ended_at: now, error })
        .where('id', '=', runId)
        .where('state', '=', 'running')
        .execute(),
    IN_TURN,
  );
}

/** Ends nameless runs that an earlier version left under way; resolves to their number. See watchWorkers for others. */
export async function markInterruptedRuns(database: Database<CatalogueSchema>, now: number): Promise<number> {
  const none = database.read.selectFrom('import_runs').select('id').where('state', '=', 'running');
  if (!(await none.where('worker', 'is', null).limit(1).executeTakeFirst())) return 0;
  return database.write(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('import_runs')
      .set({ state: 'interrupted', ended_at: now })
      .where('state', '=', 'running')
      .where('worker', 'is', null)
      .executeTakeFirstOrThrow();
    return Number(numUpdatedRows);
  }, IN_TURN);
}

const isDecimal = (value: unknown): value is Decimal =>
  typeof value === 'object' && value !== null && 'units' in value && 'scale' in value;

/** The settings as the run keeps them; the dictionary is the same for every run. */
const settingsText = ({ stockWords: _, ...settings }: ImportSettings, form: RunStart['form']): string =>
  JSON.stringify(form === undefined ? settings : { ...settings, form }, (_name, value: unknown) =>
    isDecimal(value) ? `${value.units}e-${value.scale}` : value,
  );

export interface MailRequest {
  readonly uid: string;
  readonly email: string;
}

/** Stores in the transaction that a user wants a mail at the end of a run; a repetition changes nothing. */
export async function requestMail(transaction: Kysely<CatalogueSchema>, runId: number, { uid, email }: MailRequest) {
  await transaction
    .insertInto('import_run_mails')
    .values({ run_id: runId, uid, email })
    .onConflict((conflict) => conflict.columns(['run_id', 'uid']).doUpdateSet({ email }))
    .execute();
}

/** They want none after all. */
export async function withdrawMail(database: Database<CatalogueSchema>, runId: number, uid: string): Promise<void> {
  await database.write((transaction) =>
    transaction.deleteFrom('import_run_mails').where('run_id', '=', runId).where('uid', '=', uid).execute(),
  );
}

/** Whether this user has requested a mail about a run. */
export async function isMailRequested(read: Kysely<CatalogueSchema>, runId: number, uid: string): Promise<boolean> {
  const asked = read.selectFrom('import_run_mails').select('uid').where('run_id', '=', runId);
  return (await asked.where('uid', '=', uid).executeTakeFirst()) !== undefined;
}

const ofEndedRuns = (read: Kysely<CatalogueSchema>) =>
  read.selectFrom('import_runs').select('id').where('state', '!=', 'running');

/** Whether a mail about a run that has ended is still to be written. */
export async function hasMailDue(read: Kysely<CatalogueSchema>): Promise<boolean> {
  const due = read.selectFrom('import_run_mails').select('run_id').where('run_id', 'in', ofEndedRuns(read));
  return (await due.limit(1).executeTakeFirst()) !== undefined;
}

/** Removes and returns the mail requests of ended runs; no other transaction gets them once this one commits. */
export function takeDueMails(transaction: Kysely<CatalogueSchema>) {
  return transaction
    .deleteFrom('import_run_mails')
    .where('run_id', 'in', ofEndedRuns(transaction))
    .returning(['run_id', 'email'])
    .execute();
}

import type { UploadAnswer } from '../../../../contract/bridge.ts';
import type { ProviderListError } from '../../../../contract/errors.ts';
import type { Job } from '../../../database/types.ts';
import { firstLiveDay } from '../../position.ts';
import { finishIndex } from '../../search/index-writer.ts';
import type { ApplyContext } from '../apply/context.ts';
import { applyOwnRows } from '../apply/own-rows.ts';
import { applyRows } from '../apply/supplier-rows.ts';
import { Tally } from '../apply/tally.ts';
import { UnclearRows } from '../apply/unclear-rows.ts';
import { applyWaitingRows } from '../apply/waiting.ts';
import { readPriceFile } from '../read/reader.ts';
import type { OwnColumnMap } from '../rules/own-row.ts';
import type { ImportSettings } from '../settings.ts';
import { ImportStore } from '../store/store.ts';
import { WAITING, WaitingRows } from '../store/waiting-rows.ts';
import { ReadingNotes } from './reading-notes.ts';

export interface ImportArguments {
  readonly runId: number;
  readonly file: string;
  readonly settings: ImportSettings;
  /** Milliseconds; the moment written as created and updated. */
  readonly now: number;
  readonly today: number;
  readonly priceTtlDays: number;
}

export interface ImportProgress {
  /** Rows applied so far. */
  readonly rows: number;
  /** 0..1 of the file. */
  readonly done: number;
  readonly committing: boolean;
}

/** Milliseconds between two reports of progress. */
const REPORT_EVERY_MS = 200;

/** Thrown for a file that is not our own price list while brand or provider are missing; the message is the API's. */
export class MissingOwner extends Error {
  declare readonly message: ProviderListError;
  readonly code = 'MISSING_OWNER';

  constructor(message: ProviderListError) {
    super(message);
  }
}

/** Brand and provider may have been deleted while the upload waited for its turn; from here on they stay. */
async function holdOwners(store: ImportStore, { brandId, providerId }: ImportSettings): Promise<void> {
  if (brandId === null || !(await store.holdOwner('brands', brandId)))
    throw new MissingOwner('brand not found');
  if (providerId === null || !(await store.holdOwner('providers', providerId)))
    throw new MissingOwner('provider not found');
}

/**
 * Reads a price list in a child process and applies it inside the job's transaction. Throws, so that nothing of the
 * run stays, when the file cannot be read to its clean end or the run is cancelled.
 */
const importPriceList: Job<ImportArguments, UploadAnswer, ImportProgress> = async (
  connection,
  { runId, file, settings, now, today, priceTtlDays },
  emit,
  signal,
) => {
  const store = new ImportStore(connection);
  await store.begin();
  const brands = await store.brandTitles();
  const context: ApplyContext = {
    connection,
    store,
    runId,
    now,
    today,
    settings,
    tally: new Tally(),
    liveDay: firstLiveDay(today, priceTtlDays),
    brandTitle: (id) => brands.get(id) ?? '',
    waiting: new WaitingRows(connection, runId, WAITING.makers),
    unclear: new UnclearRows(new WaitingRows(connection, runId, WAITING.digits), settings),
    unapplied: new Set(),
    named: new Map(),
    revived: false,
  };
  let own: OwnColumnMap | null = null;
  let rows = 0;
  let done = 0;
  let reported = 0;
  const { sheet, startRow, endRow } = settings;
  const columns = [...Object.values(settings.columns), ...settings.moreAmounts];
  const request = { file, sheet, startRow, endRow, columns };
  const notes = new ReadingNotes();
  for await (const piece of readPriceFile(request, signal)) {
    context.tally.warn(notes.take(piece));
    if (piece.kind === 'own') own = piece.columns as OwnColumnMap;
    else if (piece.kind === 'progress') done = piece.done;
    else if (piece.kind === 'rows') {
      if (own) await applyOwnRows(context, piece.rows, own);
      else {
        if (rows === 0) await holdOwners(store, settings);
        await applyRows(context, piece.rows);
      }
      rows += piece.rows.length;
    }
    if (performance.now() - reported < REPORT_EVERY_MS) continue;
    reported = performance.now();
    emit({ rows, done, committing: false });
  }
  signal.throwIfAborted();
  await applyWaitingRows(context, signal);
  emit({ rows, done: 1, committing: true });
  context.tally.warn(notes.atEnd(startRow));
  const answer = { ...context.tally.answer(runId), encoding: notes.encoding };
  if (answer.created + answer.updated > 0 || context.revived) {
    await finishIndex(connection);
    await store.bumpVersion();
  }
  await store.finishRun(runId, now, JSON.stringify(answer));
  return answer;
};

export default importPriceList;

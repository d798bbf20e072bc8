// Looks at each source of price lists when it is due, one after another, and removes fetched files that nothing names; prepares the
// sources at a start. How to look is in folder.ts, address.ts and mail.ts.
import type { SourceKind } from '../../../contract/catalogue/source-kinds.ts';
import { DAY_MS } from '../../../contract/limits.ts';
import { SOURCE_SETTING_MAX } from '../../../contract/price-lists/source-forms.ts';
import type { CatalogueSchema } from '../../catalogue/context/schema.ts';
import type { Database } from '../../platform/database/types.ts';
import { createSeal, type Secrets } from '../../platform/secrets.ts';
import { SERVER_STOPS } from '../runs/run-in-turn.ts';
import { addressKind } from './address.ts';
import { folderKind } from './folder.ts';
import { mailKind } from './mail.ts';
import { receiveFile, recordReceivedFile, stagedFileNames } from './received-files.ts';
import * as sourceStore from './source.ts';

/** How often it is looked which sources are due, ms. */
const ROUND_MS = 60_000;
/** Younger files may belong to a received file that is not recorded yet, ms. */
const YOUNG_MS = 3_600_000;

/** Looks at sources when they are due, one after another; of several processes one at a time looks at a source. */
export interface Scheduler {
  /** Looks at a source now, after what is under way. Resolves when that is over; never rejects. */
  check(id: number): Promise<void>;
  /** Looks at every source that is due; never rejects. */
  round(): Promise<void>;
  stop(): Promise<void>;
}

export function startScheduler(context: sourceStore.SourceContext): Scheduler {
  const { database, clock, log, stagedFiles: held } = context;
  const abort = new AbortController();
  const reportedAt = new Map<number, number>();
  let running = Promise.resolve();

  const queue = (work: () => Promise<void>): Promise<void> => {
    running = running.then(async () => {
      if (abort.signal.aborted) return;
      await work().catch((error: unknown) => log.error({ err: error }, 'sources of price lists could not be checked'));
    });
    return running;
  };

  async function round(): Promise<void> {
    for (const source of await sourceStore.listSources(database.read)) {
      if (abort.signal.aborted) return;
      if (sourceStore.isDue(source, clock())) await checkSource(context, source, abort.signal);
      if (sourceStore.isQuiet(source, clock()) && clock() - (reportedAt.get(source.id) ?? 0) > DAY_MS) {
        reportedAt.set(source.id, clock());
        log.warn({ source: source.id, title: source.title, days: source.quietDays }, 'no price list for days');
      }
    }
    await held.sweep(await stagedFileNames(database.read), clock() - YOUNG_MS);
  }

  const timer = setInterval(() => void queue(round), ROUND_MS);
  timer.unref();
  return {
    check: (id) =>
      queue(async () => {
        const source = await sourceStore.findSource(database.read, id);
        if (source) await checkSource(context, source, abort.signal);
      }),
    round: () => queue(round),
    stop: async () => {
      clearInterval(timer);
      abort.abort(SERVER_STOPS);
      await running;
    },
  };
}

/** Checks a source unless another process does (false); a failure is stored with the source, never thrown. */
async function checkSource(
  context: sourceStore.SourceContext,
  source: sourceStore.Source,
  signal: AbortSignal,
): Promise<boolean> {
  const { database, clock, log } = context;
  if (!(await sourceStore.claimSource(database, source.id, { now: clock(), lasts: sourceStore.CLAIM_MS })))
    return false;
  let problem: string | null = null;
  try {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(sourceStore.CLAIM_MS)]);
    await checkPlace(context, source, receptionOf(context, source, limited));
  } catch (error) {
    problem = error instanceof sourceStore.SourceProblem ? error.message : 'Внутренняя ошибка сервера';
    if (error instanceof sourceStore.SourceProblem)
      log.warn({ source: source.id, problem }, 'a source of price lists failed');
    else if (!signal.aborted) log.error({ err: error, source: source.id }, 'a source of price lists failed');
  }
  const noted = signal.aborted ? source.problem : problem;
  await sourceStore.releaseSource(database, source.id, { now: clock(), problem: noted });
  return true;
}

const receptionOf = (
  context: sourceStore.SourceContext,
  source: sourceStore.Source,
  signal: AbortSignal,
): sourceStore.Reception => ({
  take: (file) => receiveFile(context, source, file, signal),
  ignore: ({ name, bytes }, reason) =>
    recordReceivedFile(
      context.database,
      { sourceId: source.id, fileName: name, bytes, state: 'ignored', runId: null, plan: null, reason, heldFile: null },
      context.clock(),
    ),
  mark: (mark, ignored = 0) => sourceStore.keepMark(context.database, source.id, mark, ignored),
  signal,
});

const KINDS = { folder: folderKind(), address: addressKind, mail: mailKind } as const satisfies {
  [Kind in SourceKind]: sourceStore.KindOfSource<Kind>;
};

/** A kind, when it is known only at run time which. */
const kindOf = (kind: SourceKind) => KINDS[kind] as sourceStore.KindOfSource<SourceKind>;

/** What the settings of a source say, checked; null when its kind cannot be looked at so, or one is too long. */
export function readPlace(kind: SourceKind, given: sourceStore.GivenSettings): sourceStore.SourcePlace | null {
  const areLong = Object.values(given).some((value) => sourceStore.givenText(value).length > SOURCE_SETTING_MAX);
  const settings = areLong ? null : kindOf(kind).read(given);
  return settings && ({ kind, settings } as sourceStore.SourcePlace);
}

const checkPlace = (
  context: sourceStore.SourceContext,
  source: sourceStore.Source,
  reception: sourceStore.Reception,
): Promise<void> => kindOf(source.kind).check(context, source, reception);

/** At a start: reseals passwords from the former secret; on SQLite, with its one server, releases all claims. */
export async function prepareSources(database: Database<CatalogueSchema>, secrets: Secrets): Promise<void> {
  if (secrets.length > 1) await resealSecrets(database, secrets);
  if (database.dialect !== 'sqlite') return;
  await database.write(async (transaction) => {
    for (const table of ['import_sources', 'import_arrivals'] as const)
      await transaction.updateTable(table).set({ claimed_until: 0 }).where('claimed_until', '>', 0).execute();
  });
}

async function resealSecrets(database: Database<CatalogueSchema>, secrets: Secrets): Promise<void> {
  for (const { id, secret } of await sourceStore.listSources(database.read)) {
    if (secret === null) continue;
    const seal = createSeal(secrets, sourceStore.sealPurpose(id));
    try {
      await sourceStore.keepSecret(database, id, seal.seal(seal.open(secret)));
    } catch (error) {
      // Sealed under a lost secret: the next check of the source reports it.
      if (!/not sealed/.test((error as Error).message)) throw error;
    }
  }
}

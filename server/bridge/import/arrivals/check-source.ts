import { checkAddress } from './address.ts';
import { noteArrival } from './arrival-store.ts';
import type { Checker, Reception } from './checker.ts';
import type { ArrivalContext } from './context.ts';
import { folderChecker } from './folder.ts';
import { checkMail } from './mail.ts';
import { CLAIM_MS, type Source, SourceProblem } from './source.ts';
import { claimSource, keepMark, releaseSource } from './source-store.ts';
import { takeArrival } from './take-arrival.ts';

type Checkers = { readonly [Kind in Source['kind']]: Checker<Extract<Source, { kind: Kind }>> };
const CHECKERS: Checkers = { folder: folderChecker(), address: checkAddress, mail: checkMail };

/**
 * Looks at a source and takes what it has, unless somebody else is at it; whether it was looked at. What goes wrong is noted
 * with the source, never thrown.
 */
export async function checkSource(
  context: ArrivalContext,
  source: Source,
  signal: AbortSignal,
  checkers: Checkers = CHECKERS,
): Promise<boolean> {
  const { database, clock, log } = context;
  if (!(await claimSource(database, source.id, { now: clock(), lasts: CLAIM_MS }))) return false;
  let problem: string | null = null;
  try {
    const check = checkers[source.kind] as Checker;
    const limited = AbortSignal.any([signal, AbortSignal.timeout(CLAIM_MS)]);
    await check(context, source, receptionOf(context, source, limited));
  } catch (error) {
    problem = error instanceof SourceProblem ? error.message : 'Внутренняя ошибка сервера';
    if (error instanceof SourceProblem)
      log.warn({ source: source.id, problem }, 'a source of price lists failed');
    else if (!signal.aborted) log.error({ err: error, source: source.id }, 'a source of price lists failed');
  }
  const noted = signal.aborted ? source.problem : problem;
  await releaseSource(database, source.id, { now: clock(), problem: noted });
  return true;
}

const receptionOf = (context: ArrivalContext, source: Source, signal: AbortSignal): Reception => ({
  take: (file) => takeArrival(context, source, file, signal),
  ignore: ({ name, bytes }, reason) =>
    noteArrival(
      context.database,
      {
        sourceId: source.id,
        fileName: name,
        bytes,
        state: 'ignored',
        runId: null,
        plan: null,
        reason,
        heldFile: null,
      },
      context.clock(),
    ),
  mark: (mark, ignored = 0) => keepMark(context.database, source.id, mark, ignored),
  signal,
});

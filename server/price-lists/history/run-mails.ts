// Mails and notices for staff at the end of an import that they wanted to hear of: texts, routes and SQL.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import Type from 'typebox';
import { MessageAnswer } from '../../../contract/answers.ts';
import * as runsContract from '../../../contract/catalogue/runs.ts';
import { DAY_MS, IMPORT_MAIL_DAYS } from '../../../contract/limits.ts';
import { countOf, formatNumber, quoted } from '../../../rules/format/texts.ts';
import { COUNT_LABELS } from '../../../rules/price-lists/run-labels.ts';
import { routeLinks } from '../../../rules/routes.ts';
import { pathId } from '../../catalogue/context/answers.ts';
import type { CatalogueContext } from '../../catalogue/context/context.ts';
import type { CatalogueSchema } from '../../catalogue/context/schema.ts';
import type { Database } from '../../platform/database/types.ts';
import { conflict, notFound, requireCaller } from '../../platform/http/request.ts';
import { layOutMail, type MailText, type OutboxSchema } from '../../platform/mail/mail.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { knownFailure } from '../runs/failures.ts';
import * as runStore from '../runs/run-store.ts';
import { isQuiet, listSources } from '../sources/source.ts';
import { findRun, outcomeOf, runRow } from './listed-runs.ts';

const LIFETIME = IMPORT_MAIL_DAYS * DAY_MS;

interface RunMails {
  /** Writes due mails, each once: the same transaction removes the request. What fails is due again; never rejects. */
  mailEndedRuns(): Promise<void>;
  /** Requests a mail at the end of a run; false when it has ended already. */
  ask(runId: number, reader: runStore.MailRequest): Promise<boolean>;
}

export function createRunMails(
  { database, log }: Pick<CatalogueContext, 'database' | 'log'>,
  outbox: Outbox,
  siteAddress: () => string,
): RunMails {
  async function mailEndedRuns(): Promise<void> {
    try {
      if (!(await runStore.hasMailDue(database.read))) return;
      await database.write(async (transaction) => {
        for (const { run_id, email } of await runStore.takeDueMails(transaction)) {
          const run = await findRun(transaction, run_id);
          if (!run) continue;
          const letter = runMail(runRow(run, null), siteAddress());
          // The outbox knows only its own table of this database.
          const source = transaction as unknown as Kysely<OutboxSchema>;
          await outbox.put(source, { to: email, kind: 'import-ended', letter, lifetime: LIFETIME });
        }
      });
      outbox.wake();
    } catch (error) {
      log.error({ err: error }, 'mails about ended imports could not be written');
    }
  }

  return {
    mailEndedRuns,
    async ask(runId, reader) {
      const isNoted = await database.write(async (transaction) => {
        const run = transaction.selectFrom('import_runs').select('state').where('id', '=', runId);
        if ((await run.executeTakeFirst())?.state !== 'running') return false;
        await runStore.requestMail(transaction, runId, reader);
        return true;
      });
      // It may have ended between the look and the note.
      await mailEndedRuns();
      return isNoted;
    },
  };
}

const SUBJECT_NAME_MAX = 80;

type Ended = Pick<
  runsContract.RunRow,
  | 'id'
  | 'kind'
  | 'outcome'
  | 'fileName'
  | 'provider'
  | 'brand'
  | 'counts'
  | 'doubtful'
  | 'isConfirmed'
  | 'error'
  | 'undoes'
>;

const SUBJECTS: Readonly<Record<runsContract.RunOutcome, string>> = {
  queued: 'ждёт',
  running: 'идёт',
  done: 'загружен',
  failed: 'не загружен',
  cancelled: 'загрузка прервана',
  interrupted: 'загрузка не закончена',
};
const UNDO_SUBJECTS: typeof SUBJECTS = {
  ...SUBJECTS,
  ...{ done: 'выполнена', failed: 'не выполнена', cancelled: 'прервана', interrupted: 'не закончена' },
};
const DOUBTS = {
  confirmed: 'Применено с подтверждением, хотя что-то может быть не так:',
  open: 'Похоже, что-то не так:',
} as const;
const NOTHING_CHANGED = 'В каталоге ничего не изменилось.';

function runMail(run: Ended, siteAddress: string): MailText {
  const { id, counts, doubtful } = run;
  return layOutMail(subjectOf(run), [
    whatOf(run),
    ...outcomeLines(run),
    ...(run.outcome === 'done' && counts ? [run.kind === 'undo' ? undoneLine(counts) : countsLine(counts)] : []),
    ...(doubtful.length > 0
      ? [DOUBTS[run.isConfirmed ? 'confirmed' : 'open'], ...doubtful.map(({ text }) => text)]
      : []),
    { link: siteAddress + routeLinks.importRun(id), label: 'Открыть загрузку' },
  ]);
}

function subjectOf({ kind, fileName, outcome, counts, doubtful, undoes }: Ended): string {
  if (kind === 'undo') {
    const isPartly = outcome === 'done' && (counts?.skipped ?? 0) > 0;
    return `Отмена загрузки № ${undoes ?? ''}: ${isPartly ? 'выполнена не вся' : UNDO_SUBJECTS[outcome]}`;
  }
  const isPartly = outcome === 'done' && (counts?.failed ?? 0) > 0;
  const name = fileName.length > SUBJECT_NAME_MAX ? `${fileName.slice(0, SUBJECT_NAME_MAX)}…` : fileName;
  const thing = kind === 'crosses' ? 'Список кроссов' : 'Прайс';
  const isEmpty = outcome === 'done' && counts !== null && filledIn(counts).length === 0;
  const done = outcome === 'done' && doubtful.length > 0 ? 'загружен, но результат сомнителен' : SUBJECTS[outcome];
  return `${thing} ${quoted(name)}: ${isPartly ? 'загружен не весь' : isEmpty ? 'строк в нём нет' : done}`;
}

function whatOf({ id, kind, undoes, provider, brand, fileName }: Ended): string {
  if (kind === 'undo') return `Загрузка № ${id}: отмена загрузки № ${undoes ?? ''}.`;
  const named = (label: string, owner: Ended['provider']) => owner?.title && `${label} ${quoted(owner.title)}`;
  const parts = [`Загрузка № ${id}`, fileName, named('поставщик', provider), named('бренд', brand)];
  return `${parts.filter(Boolean).join(', ')}.`;
}

function outcomeLines({ outcome, error, kind }: Ended): string[] {
  if (outcome === 'interrupted') {
    const again = kind === 'undo' ? 'Отмените загрузку ещё раз.' : 'Загрузите файл ещё раз.';
    return [`Сервер остановился раньше, чем она закончилась. ${NOTHING_CHANGED} ${again}`];
  }
  if (outcome === 'cancelled') return [`Её прервали. ${NOTHING_CHANGED}`];
  if (outcome === 'failed') return [`${knownFailure(error ?? '') ?? 'Ошибка'}. ${NOTHING_CHANGED}`];
  return [];
}

const POSITIONS = ['позиция', 'позиции', 'позиций'] as const;

/** What is taken back is no count of its run, only what was left alone: it had been changed since. */
const undoneLine = ({ skipped }: runsContract.RunCounts): string =>
  skipped === 0
    ? 'Всё, что изменила та загрузка, возвращено как было.'
    : `Что изменила та загрузка, возвращено как было, кроме позиций, которые меняли после неё: ${countOf(skipped, POSITIONS)}.`;

const filledIn = (counts: runsContract.RunCounts) =>
  (Object.keys(COUNT_LABELS) as (keyof runsContract.RunCounts)[]).filter((name) => counts[name] > 0);

function countsLine(counts: runsContract.RunCounts): string {
  const filled = filledIn(counts);
  if (filled.length === 0) return NOTHING_CHANGED;
  return `Итоги: ${filled.map((name) => `${COUNT_LABELS[name]} — ${formatNumber(counts[name])}`).join(', ')}.`;
}

const schema = { params: Type.Object({ id: Type.String() }), response: { 200: MessageAnswer } };
const config = { permission: 'admin' as const };

export function runMailRoutes(
  { database }: Pick<CatalogueContext, 'database'>,
  mails: RunMails,
): FastifyPluginAsyncTypebox {
  async function runIdOf(text: string): Promise<number> {
    const runId = pathId(text, 'run');
    if ((await runStore.stateOfRun(database.read, runId)) === null) throw notFound('run not found');
    return runId;
  }

  return async (app) => {
    app.post(
      '/import/runs/:id/mail',
      { config, schema: { ...schema, summary: 'The caller wants a mail when the run has ended' } },
      async (request) => {
        const { uid, email } = requireCaller(request);
        if (!(await mails.ask(await runIdOf(request.params.id), { uid, email }))) throw conflict('run already ended');
        return { message: 'mail will be sent' };
      },
    );

    app.delete(
      '/import/runs/:id/mail',
      { config, schema: { ...schema, summary: 'The caller wants no mail about the run after all' } },
      async (request) => {
        await runStore.withdrawMail(database, await runIdOf(request.params.id), requireCaller(request).uid);
        return { message: 'no mail will be sent' };
      },
    );
  };
}

const ANSWERS = { 200: runsContract.ImportNotices };
const uidOf = ({ caller }: FastifyRequest): string => caller?.uid ?? '';

export function noticeRoutes({
  database,
  clock,
}: Pick<CatalogueContext, 'database' | 'clock'>): FastifyPluginAsyncTypebox {
  async function noticesOf(uid: string): Promise<runsContract.ImportNotices> {
    const sources = await listSources(database.read);
    return {
      held: await countStagedFiles(database.read),
      quiet: sources.filter((source) => isQuiet(source, clock())).length,
      ended: await endedRuns(database.read, uid),
    };
  }

  return async (app) => {
    app.get(
      '/import/notices',
      {
        config,
        schema: { summary: 'What of the import waits for attention, for the menu of staff', response: ANSWERS },
      },
      (request) => noticesOf(uidOf(request)),
    );

    app.post(
      '/import/runs/:id/seen',
      {
        config,
        schema: {
          ...schema,
          summary: 'The caller has looked at an ended run of theirs (`notify=1`); answers what waits still',
          response: ANSWERS,
        },
      },
      async (request) => {
        await markNoticeRead(database, uidOf(request), pathId(request.params.id, 'run'));
        return noticesOf(uidOf(request));
      },
    );
  };
}

/** Unread notices, maximum: a longer list is of no use to a reader. */
const ENDED_MAX = 50;

async function countStagedFiles(read: Kysely<CatalogueSchema>): Promise<number> {
  const { count } = await read
    .selectFrom('import_arrivals')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '=', 'held')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The ended runs of a person that they wanted to hear of and have not looked at; the latest ones. */
async function endedRuns(read: Kysely<CatalogueSchema>, uid: string): Promise<runsContract.EndedRun[]> {
  const runs = await read
    .selectFrom('import_runs')
    .select(['id', 'file_name', 'state', 'error', 'began_at'])
    .where('uid', '=', uid)
    .where('notice', '=', 'asked')
    .where('state', '!=', 'running')
    .orderBy('id', 'desc')
    .limit(ENDED_MAX)
    .execute();
  return runs.map((run) => ({ id: Number(run.id), fileName: run.file_name, outcome: outcomeOf(run) }));
}

/** Notes that a person has looked at an ended run of theirs; any other run stays as it is. */
async function markNoticeRead(database: Database<CatalogueSchema>, uid: string, runId: number): Promise<void> {
  await database.write((transaction) =>
    transaction
      .updateTable('import_runs')
      .set({ notice: 'seen' })
      .where('id', '=', runId)
      .where('uid', '=', uid)
      .where('notice', '=', 'asked')
      .where('state', '!=', 'running')
      .execute(),
  );
}

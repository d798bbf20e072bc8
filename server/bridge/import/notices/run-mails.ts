import type { Kysely } from 'kysely';
import { IMPORT_MAIL_DAYS } from '../../../../contract/limits.ts';
import type { Outbox } from '../../../mail/outbox.ts';
import type { OutboxSchema } from '../../../mail/schema.ts';
import type { BridgeContext } from '../../context.ts';
import { findRun } from '../run/list-runs.ts';
import { runRow } from '../run/run-row.ts';
import { runLetter } from './run-letter.ts';
import { askForMail, hasMailDue, type RunReader, takeMailsDue } from './run-mail-store.ts';

const LIFETIME = IMPORT_MAIL_DAYS * 86_400_000;

/** Mails about runs that have ended, to whoever asked for one. */
export interface RunMails {
  /**
   * Puts what is due into the outbox: for each wish one mail, whoever calls this and however often, because the wish goes
   * in the same transaction. What cannot be written now is due at the next call; never rejects.
   */
  tellEnded(): Promise<void>;
  /** Somebody wants a mail at the end of a run; false when that has ended already. */
  ask(runId: number, reader: RunReader): Promise<boolean>;
}

export function createRunMails(
  { database, log }: Pick<BridgeContext, 'database' | 'log'>,
  outbox: Outbox,
  siteAddress: () => string,
): RunMails {
  async function writeMails(): Promise<boolean> {
    if (!(await hasMailDue(database.read))) return false;
    await database.write(async (transaction) => {
      for (const { run_id, email } of await takeMailsDue(transaction)) {
        const run = await findRun(transaction, run_id);
        if (!run) continue;
        const letter = runLetter(runRow(run, null), siteAddress());
        // The outbox knows only its own table of this database.
        const source = transaction as unknown as Kysely<OutboxSchema>;
        await outbox.put(source, { to: email, kind: 'import-ended', letter, lifetime: LIFETIME });
      }
    });
    return true;
  }

  async function tellEnded(): Promise<void> {
    try {
      if (await writeMails()) outbox.wake();
    } catch (error) {
      log.error({ err: error }, 'mails about ended imports could not be written');
    }
  }

  return {
    tellEnded,
    async ask(runId, reader) {
      const isNoted = await database.write(async (transaction) => {
        const run = transaction.selectFrom('import_runs').select('state').where('id', '=', runId);
        if ((await run.executeTakeFirst())?.state !== 'running') return false;
        await askForMail(transaction, runId, reader);
        return true;
      });
      // It may have ended between the look and the note.
      await tellEnded();
      return isNoted;
    },
  };
}

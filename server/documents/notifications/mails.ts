// Mails about documents: writes due ones into the outbox, and sends them.
import type { Kysely } from 'kysely';
import { DAY_MS } from '../../../contract/limits.ts';
import type { Database } from '../../platform/database/types.ts';
import type { MailText, OutboxSchema } from '../../platform/mail/mail.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { dayOf } from '../../platform/text/day.ts';
import type { PortalChange, PortalSchema, PortalSource } from '../../portal-database/schema.ts';
import {
  type Notification,
  uidsIn,
  withAllFacts,
  withPresentStanding,
  withPresentUids,
} from '../changes/notification-rules.ts';
import { selectDocument } from '../document/access.ts';
import type { DocumentsContext, OpenOutbox } from '../document/document.ts';
import { addressOf, mailsFor, withdrawalOf } from './addressees.ts';
import { enqueueDigest, recordDeadlines } from './deadlines.ts';
import { createDocumentMailTexts, type MailSubject } from './mail-texts.ts';

/** How often queued notifications are looked for, ms. */
const LOOK_INTERVAL = 2_000;
/** How often the hour of the digest and the ends of steps are looked for, ms. */
const DIGEST_INTERVAL = 60_000;
/** How long a mail about a document is worth sending, ms. */
const LIFETIME = 3 * DAY_MS;

export interface DocumentMails {
  readonly outbox: Outbox;
  /** Writes and sends all that is due; resolves when each mail has been tried once. */
  deliver(): Promise<void>;
  /** Stops looking, and waits for the work under way. */
  close(): Promise<void>;
}

interface DocumentMail {
  readonly kind: 'document' | 'document-digest';
  readonly to: string;
  readonly letter: MailText;
  readonly about: MailSubject;
}

/** Opens the mails of a database; due ones are written until it is closed. `siteAddress`: for links. */
export function openDocumentMails(
  { database, timeZone, clock, log, accounts, people }: DocumentsContext,
  openOutbox: OpenOutbox,
  siteAddress: () => string,
): DocumentMails {
  const today = () => dayOf(clock(), timeZone);
  /** A mail may wait for days: the profile of its addressee may belong to another account by now. */
  const present = async (subject: MailSubject): Promise<MailSubject> => {
    const insteadOf = 'insteadOf' in subject ? subject.insteadOf : null;
    const now = await people.presentUids(database.read, [subject.uid, ...(insteadOf === null ? [] : [insteadOf])]);
    return 'digestOf' in subject
      ? { ...subject, uid: now(subject.uid) }
      : { ...subject, uid: now(subject.uid), insteadOf: insteadOf === null ? null : now(insteadOf) };
  };
  const outbox = openOutbox({
    withdrawalOf: async (about) =>
      withdrawalOf({ read: database.read, accounts, day: today() }, await present(about as MailSubject)),
    addressOf: async (about) => addressOf(accounts, await present(about as MailSubject)),
  });
  const letters = createDocumentMailTexts(siteAddress, timeZone);
  const put = (transaction: PortalSource, mail: DocumentMail) =>
    outbox.put(transaction as unknown as Kysely<OutboxSchema>, { ...mail, lifetime: LIFETIME });
  let closed = false;

  /** Turns one notification into mails, in one transaction: an interrupted attempt sends none. */
  const writeOne = () =>
    database.write(async (transaction) => {
      const taken = await takeNotification(database, transaction, clock());
      if (!taken) return false;
      const named = withPresentUids(taken, await people.presentUids(transaction, uidsIn(taken)));
      // Only a decision waits before it is reported: of anything else the facts are fresh.
      const document = named.decision && (await selectDocument(transaction, taken.document.id));
      const notice = document ? withPresentStanding(named, document) : named;
      for (const to of await mailsFor(transaction, notice, today())) {
        const letter = letters.about(notice, to.subject.news, to);
        await put(transaction, { kind: 'document', to: to.email, letter, about: to.subject });
      }
      return true;
    });

  const writeAll = async () => {
    let any = false;
    while (!closed && (await hasNotification(database.read, clock())) && (await writeOne())) any = true;
    return any;
  };
  const writeDigest = () =>
    enqueueDigest(database, { now: clock(), timeZone, accounts }, (transaction, to, day) => {
      const about = { uid: to.uid, digestOf: day };
      const letter = letters.digest(to, to.name);
      return put(transaction, { kind: 'document-digest', to: to.email, letter, about });
    });

  const lookAtDeadlines = () => recordDeadlines({ database, clock, timeZone, accounts });

  let running: Promise<void> = Promise.resolve();
  const run = (work: () => Promise<boolean>) => {
    running = running
      .then(work)
      .then((any) => {
        if (any && !closed) outbox.wake();
      })
      .catch((error: unknown) => log.error({ err: error }, 'letters about documents could not be written'));
    return running;
  };
  const timers = [
    setInterval(() => void run(writeAll), LOOK_INTERVAL),
    setInterval(() => void run(writeDigest), DIGEST_INTERVAL),
    setInterval(() => void run(lookAtDeadlines), DIGEST_INTERVAL),
  ];
  for (const timer of timers) timer.unref();

  return {
    outbox,
    deliver: async () => {
      await run(lookAtDeadlines);
      await run(writeAll);
      await run(writeDigest);
      await outbox.deliver();
    },
    close: async () => {
      closed = true;
      for (const timer of timers) clearInterval(timer);
      await running;
      await outbox.close();
    },
  };
}

const dueNotifications = (read: PortalSource, now: number) =>
  read.selectFrom('document_notices').select(['id', 'facts']).where('due_at', '<=', now).limit(1);

const hasNotification = async (read: PortalSource, now: number): Promise<boolean> =>
  (await dueNotifications(read, now).executeTakeFirst()) !== undefined;

/** Takes the oldest due notification that no other server has locked; null when there is none. */
async function takeNotification({ dialect }: Database<PortalSchema>, transaction: PortalChange, now: number) {
  const row = await dueNotifications(transaction, now)
    .orderBy('id')
    .limit(1)
    .$if(dialect === 'postgres', (query) => query.forUpdate().skipLocked())
    .executeTakeFirst();
  if (!row) return null;
  await transaction.deleteFrom('document_notices').where('id', '=', row.id).execute();
  return withAllFacts(JSON.parse(row.facts) as Notification);
}

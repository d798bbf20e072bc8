/** Sends the mails of a service from a queue in its database, with retries. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { MailKind, MailTrouble } from '../../../contract/accounts/accounts.ts';
import { typographed } from '../../../rules/format/typography.ts';
import { watchJumps } from '../clock.ts';
import { isUnavailable } from '../database/trouble.ts';
import type { Database } from '../database/types.ts';
import { createSeal, type Secrets } from '../secrets.ts';
import { mailTried } from '../signals.ts';
import type { OutboxState } from '../watch/watched-service.ts';
import {
  DeliveryFailure,
  MAIL_NOT_SET_UP,
  type MailRow,
  type MailText,
  type MailTransport,
  type OutboxSchema,
} from './mail.ts';
import * as store from './outbox-store.ts';

const LOOK_INTERVAL = 5_000;
/** Number of tries to record that a mail was sent, and the pause between them (ms): together less than a lease. */
const NOTE_TRIES = 200;
const NOTE_PAUSE = 1_000;
const PROBLEM_MAX = 500;

interface Outgoing {
  readonly to: string;
  readonly kind: MailKind;
  /** Its subject leaves with the name of the shop behind it. */
  readonly letter: MailText;
  /** How long the mail is useful, ms; after that a failed attempt is the last one. */
  readonly lifetime: number;
  /** Data for the service's decision whether the mail may still be sent; any JSON. */
  readonly about?: unknown;
}

interface Sealed extends MailText {
  readonly messageId: string;
  readonly about?: unknown;
}

export type ListedMail = store.ListedMail;

/**
 * Mails are kept in the database until they are sent, so that none is lost. Each is sent once, but again when a process
 * stops, or a connection breaks, before that is recorded. One that must not be sent any more is withdrawn.
 */
export interface Outbox {
  /** Adds a mail to the transaction: it is sent if, and only if, that commits. Call `wake` then. */
  put(transaction: store.Source, mail: Outgoing): Promise<void>;
  /** Sends what is due soon, without waiting for it. */
  wake(): void;
  /** Sends all due mails; resolves when each has been tried once. */
  deliver(): Promise<void>;
  list(page: { last: number | null; limit: number }): Promise<ListedMail[]>;
  /** Number of failed mails that `retry` could still send. */
  countFailed(): Promise<number>;
  state(): Promise<OutboxState>;
  /** Whether mails can leave at all; false: they are kept on this machine. */
  isSetUp(): boolean;
  /** Why mails do not leave now; null: they do, as far as the last attempts show. */
  trouble(): Promise<MailTrouble | null>;
  /** Sends a waiting mail, or a failed one that is still useful, now; false when it cannot be sent any more. */
  retry(id: number): Promise<boolean>;
  /** Stops looking for mails and waits for the attempt under way. */
  close(): Promise<void>;
}

interface OutboxDeps extends OutboxQuestions {
  readonly database: Database<OutboxSchema>;
  /** Texts are encrypted under keys derived from them. */
  readonly secrets: Secrets;
  readonly transport: MailTransport;
  /** What every subject ends with, so that a reader sees whose mail it is. */
  readonly shopName: string;
  readonly clock: () => number;
  /** A monotone counter, ms; by default that of the process. */
  readonly steady?: (() => number) | undefined;
  readonly log: FastifyBaseLogger;
}

export interface OutboxQuestions {
  /** Called before each attempt at a mail with an `about`: why it must not be sent, or null; a throw postpones it. */
  readonly withdrawalOf?: (about: unknown) => Promise<string | null>;
  /** Called likewise: the present address of the recipient; null: the stored one. When it throws, the mail waits. */
  readonly addressOf?: (about: unknown) => Promise<string | null>;
}

export function createOutbox(deps: OutboxDeps): Outbox {
  const { database, secrets, transport, shopName, clock, steady, log, ...questions } = deps;
  const { withdrawalOf = async () => null, addressOf = async () => null } = questions;
  const seal = createSeal(secrets, 'outbox');
  const jumps = watchJumps(clock, steady);
  let closed = false;

  /** A lease that ended because the clock was set has not ended: its owner gets the time of one more. */
  const dueNow = (): store.Due => {
    const jumped = jumps.since();
    return { now: clock(), withStopped: jumped === null || jumped > store.LEASE };
  };

  const finish = (mail: MailRow, change: Parameters<typeof store.updateMail>[2]) =>
    database.write((transaction) => store.updateMail(transaction, mail, change));

  const changeAfter = (mail: MailRow, mayBeTaken: boolean) => {
    const { attempts, may_repeat, useless_at } = mail;
    const known = { attempts, mayBeTaken, mayRepeat: may_repeat === 1, uselessAt: useless_at };
    const now = clock();
    const step = store.afterFailure(known, now);
    const mayRepeat = step.mayRepeat ? 1 : 0;
    const sealed = now < useless_at ? mail.sealed : null;
    return step.state === 'failed'
      ? ({ state: 'failed', sealed, may_repeat: mayRepeat } as const)
      : ({ state: 'waiting', next_at: step.nextAt, may_repeat: mayRepeat } as const);
  };

  /** Takes the next due mail; 'settled' when it was only decided about, null when there is none. */
  const claim = () =>
    database.write(async (transaction) => {
      const looked = dueNow();
      const { now } = looked;
      const due = await store.nextDueMail(transaction, database.dialect, looked);
      if (!due) return null;
      if (due.state === 'sending') {
        const problem = 'the server stopped while it was being sent';
        await store.updateMail(transaction, due, { ...changeAfter(due, true), problem });
        return 'settled' as const;
      }
      const claimed = { ...due, attempts: due.attempts + 1 };
      const { attempts } = claimed;
      await store.updateMail(transaction, due, { state: 'sending', attempts, next_at: now + store.LEASE });
      return claimed;
    });

  /** Until this is recorded, the mail would be sent again after its lease; so an unavailable database is waited for. */
  const noteTaken = async (mail: MailRow, recipient: string) => {
    const taken = transport.keepsMails
      ? ({ state: 'failed', recipient, sealed: null, problem: MAIL_NOT_SET_UP } as const)
      : ({ state: 'sent', recipient, sealed: null, sent_at: clock(), problem: null } as const);
    for (let tries = 1; ; tries += 1) {
      try {
        await finish(mail, taken);
        return;
      } catch (error) {
        if (closed || tries >= NOTE_TRIES || !isUnavailable(error)) {
          log.error({ err: error, mail: mail.id }, 'a mail was sent, which could not be noted');
          return;
        }
        await pause(NOTE_PAUSE);
      }
    }
  };

  const attempt = async (mail: MailRow) => {
    try {
      const { messageId, about, ...letter } = JSON.parse(seal.open(mail.sealed ?? '')) as Sealed;
      const reason = about === undefined ? null : await withdrawalOf(about);
      if (reason !== null) {
        await finish(mail, { state: 'failed', sealed: null, problem: reason });
        return;
      }
      const recipient = (about === undefined ? null : await addressOf(about)) ?? mail.recipient;
      const createdAt = new Date(mail.created_at);
      await transport.send({ ...letter, to: recipient, messageId, createdAt });
      mailTried.report({ outcome: transport.keepsMails ? 'failed' : 'sent' });
      await noteTaken(mail, recipient);
    } catch (error) {
      const known = error instanceof DeliveryFailure;
      mailTried.report({ outcome: 'failed' });
      const problem = (known ? error.message : 'internal failure').slice(0, PROBLEM_MAX);
      log.warn({ mail: mail.id, problem, err: known ? undefined : error }, 'a mail was not sent');
      await finish(mail, { ...changeAfter(mail, known && error.mayBeTaken), problem });
    }
  };

  const trouble = async (): Promise<MailTrouble | null> => {
    if (transport.keepsMails) return 'not set up';
    return (await store.isFailing(database.read)) ? 'failing' : null;
  };

  /** The text of a failed mail is kept while it is useful, for `retry`. */
  const eraseUseless = async () => {
    if (await store.hasUselessLetter(database.read, clock()))
      await database.write((transaction) => store.eraseUselessLetters(transaction, clock()));
  };

  const round = async () => {
    await eraseUseless();
    while (!closed && (await store.hasDueMail(database.read, dueNow()))) {
      const mail = await claim();
      if (mail === null) return;
      if (mail !== 'settled') await attempt(mail);
    }
  };

  let running = Promise.resolve();
  const deliver = () => {
    running = running
      .then(round)
      .catch((error: unknown) => log.error({ err: error }, 'the outbox could not be worked off'));
    return running;
  };
  const timer = setInterval(() => void deliver(), LOOK_INTERVAL);
  timer.unref();

  return {
    put: async (transaction, { to, kind, letter, lifetime, about }) => {
      const now = clock();
      const subject = typographed(`${letter.subject} — ${shopName}`);
      const content: Sealed = { ...letter, subject, messageId: randomUUID(), about };
      const sealed = seal.seal(JSON.stringify(content));
      const times = { created_at: now, useless_at: now + lifetime };
      await store.insertMail(transaction, { recipient: to, kind, subject: letter.subject, sealed, ...times });
    },
    wake: () => void deliver(),
    deliver,
    list: (page) => store.listMails(database.read, page),
    countFailed: () => store.countFailed(database.read, clock()),
    state: async () => ({ ...(await store.outboxState(database.read, clock())), trouble: await trouble() }),
    isSetUp: () => !transport.keepsMails,
    trouble,
    retry: async (id) => {
      const isDue = await database.write((transaction) => store.makeDue(transaction, id, clock()));
      if (isDue) void deliver();
      return isDue;
    },
    close: async () => {
      closed = true;
      clearInterval(timer);
      await running;
    },
  };
}

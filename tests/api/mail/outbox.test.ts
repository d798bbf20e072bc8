import { expect, test } from 'vitest';
import type { OutboxSchema } from '../../../server/platform/mail/mail.ts';
import { DeliveryFailure, type Mail, type MailTransport } from '../../../server/platform/mail/mail.ts';
import { LEASE } from '../../../server/platform/mail/outbox-store.ts';
import { smtpTransport } from '../../../server/platform/mail/transports.ts';
import { eachDialect } from '../../support/databases.ts';
import { closing, HOUR, OUTBOX_MIGRATION, outboxOver } from './outbox.ts';
import { openPostOffice, refusal } from './post-office.ts';

const FROM = 'shop@parts.example';
const PATIENCE = 300;
const SECOND = 1_000;
const smtp = (url: string) => smtpTransport({ url, from: FROM, patience: PATIENCE });

eachDialect('the outbox', (open) => {
  const openTable = () => open<OutboxSchema>([OUTBOX_MIGRATION]);

  test('hands a mail over once and erases its letter', async () => {
    const office = await openPostOffice();
    const database = await openTable();
    const outbox = closing(outboxOver(database, smtp(office.url)));
    await outbox.putTo();
    await Promise.all([outbox.deliver(), outbox.deliver()]);
    await outbox.deliver();
    expect(office.received).toMatchObject([{ from: FROM, to: ['anna@example.ru'] }]);
    expect(await outbox.listed()).toMatchObject([{ state: 'sent', attempts: 1, may_repeat: 0, problem: null }]);
    const row = await database.read.selectFrom('mails').select('sealed').executeTakeFirst();
    expect(row?.sealed).toBeNull();
  });

  test('keeps letters encrypted', async () => {
    const office = await openPostOffice();
    const database = await openTable();
    const outbox = closing(outboxOver(database, smtp(office.url)));
    await outbox.putTo();
    const row = await database.read.selectFrom('mails').selectAll().executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain('Тайный');
    expect(Buffer.from(row.sealed ?? '', 'base64').toString()).not.toContain('Тайный');
  });

  test('sends nothing that belongs to a change which was not committed', async () => {
    const office = await openPostOffice();
    const database = await openTable();
    const outbox = closing(outboxOver(database, smtp(office.url)));
    const letter = { subject: '', text: '', html: '' };
    const mail = { to: 'anna@example.ru', kind: 'notice', letter, lifetime: HOUR } as const;
    const change = database.write(async (transaction) => {
      await outbox.put(transaction, mail);
      throw new Error('rolled back');
    });
    await expect(change).rejects.toThrow('rolled back');
    await outbox.deliver();
    expect([office.received, await outbox.listed()]).toEqual([[], []]);
  });

  test('security 44: while the mail server is down a mail waits, with growing pauses, and goes out when it is up', async () => {
    const gone = await openPostOffice();
    await gone.close();
    const outbox = closing(outboxOver(await openTable(), smtp(gone.url)));
    await outbox.putTo();
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      await outbox.deliver();
      const [mail] = await outbox.listed();
      expect(mail).toMatchObject({ state: 'waiting', attempts: attempt, may_repeat: 0 });
      expect(mail?.problem).toContain('ECONNREFUSED');
      pauses.push((mail?.next_at ?? 0) - outbox.time.now);
      // Nothing is tried before its pause is over.
      outbox.time.now = (mail?.next_at ?? 0) - 1;
      await outbox.deliver();
      expect((await outbox.listed())[0]?.attempts).toBe(attempt);
      outbox.time.now += 1;
    }
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
    expect(new Set(pauses).size).toBe(pauses.length);
    const office = await openPostOffice({ port: gone.port });
    await outbox.deliver();
    expect(office.received).toHaveLength(1);
    expect(await outbox.listed()).toMatchObject([{ state: 'sent', problem: null }]);
  });

  test('security 44: a mail server that refuses is asked again', async () => {
    let refusals = 2;
    const office = await openPostOffice({
      onRcptTo: (_address, _session, done) => (refusals-- > 0 ? done(refusal(550, 'no such user')) : done()),
    });
    const outbox = closing(outboxOver(await openTable(), smtp(office.url)));
    await outbox.putTo();
    await outbox.deliver();
    expect(await outbox.listed()).toMatchObject([
      { state: 'waiting', may_repeat: 0, problem: expect.stringContaining('no such user') },
    ]);
    for (let hour = 0; hour < 2; hour += 1) {
      outbox.time.now += HOUR;
      await outbox.deliver();
    }
    expect(office.received).toHaveLength(1);
  });

  test('security 44: a refusal after the whole mail was handed over means that it was not taken', async () => {
    let answers = 0;
    const office = await openPostOffice({
      onData: (stream, _session, done) => {
        stream.on('end', () => done(answers++ < 3 ? refusal(451, 'try later') : null)).resume();
      },
    });
    const outbox = closing(outboxOver(await openTable(), smtp(office.url)));
    await outbox.putTo();
    for (let hour = 0; hour < 3; hour += 1) {
      await outbox.deliver();
      outbox.time.now += HOUR;
    }
    expect(await outbox.listed()).toMatchObject([{ state: 'waiting', attempts: 3, may_repeat: 0 }]);
    await outbox.deliver();
    expect(await outbox.listed()).toMatchObject([{ state: 'sent', attempts: 4, may_repeat: 0 }]);
  });

  test('security 44: a mail server that is slow to greet is given up for now', async () => {
    const office = await openPostOffice({ onConnect: () => {} });
    const outbox = closing(outboxOver(await openTable(), smtp(office.url)));
    await outbox.putTo();
    await outbox.deliver();
    expect(await outbox.listed()).toMatchObject([{ state: 'waiting', attempts: 1, may_repeat: 0 }]);
  });

  test('security 44: a mail whose answer is lost is sent once more, marked, and never a third time', async () => {
    let taken = 0;
    const office = await openPostOffice({
      onData: (stream) => {
        stream.on('end', () => {
          taken += 1;
        });
        stream.resume();
      },
    });
    const outbox = closing(outboxOver(await openTable(), smtp(office.url)));
    await outbox.putTo();
    await outbox.deliver();
    expect(await outbox.listed()).toMatchObject([{ state: 'waiting', may_repeat: 1 }]);
    for (let hour = 0; hour < 3; hour += 1) {
      outbox.time.now += HOUR;
      await outbox.deliver();
    }
    expect(taken).toBe(2);
    expect(await outbox.listed()).toMatchObject([{ state: 'failed', attempts: 2, may_repeat: 1 }]);
  });

  test('a mail that is kept on this machine is not sent, and says why', async () => {
    const kept: Mail[] = [];
    const transport: MailTransport = { keepsMails: true, send: async (mail) => void kept.push(mail) };
    const database = await openTable();
    const outbox = closing(outboxOver(database, transport));
    await outbox.putTo();
    await outbox.deliver();
    await outbox.deliver();
    expect(kept).toHaveLength(1);
    const problem = 'mail is not set up';
    expect(await outbox.listed()).toMatchObject([{ state: 'failed', attempts: 1, kept: 0, sent_at: null, problem }]);
    expect(await outbox.state()).toMatchObject({ waiting: 0, failed: 0, trouble: 'not set up' });
    expect(await outbox.retry(1)).toBe(false);
  });

  test('mails fail to leave from the first refusal until one has left, one wrong recipient not counted', async () => {
    let refuses: string | null = "Can't send mail - all recipients were rejected: 550 no such user";
    const send = async () => {
      if (refuses) throw new DeliveryFailure(refuses, false);
    };
    const outbox = closing(outboxOver(await openTable(), { send }));
    expect(await outbox.trouble()).toBeNull();
    await outbox.putTo('wrong@example.ru');
    await outbox.deliver();
    expect(await outbox.trouble()).toBeNull();
    refuses = 'connect ECONNREFUSED';
    outbox.time.now += SECOND;
    await outbox.putTo();
    await outbox.deliver();
    expect(await outbox.trouble()).toBe('failing');
    refuses = null;
    outbox.time.now += SECOND;
    await outbox.putTo();
    await outbox.deliver();
    // The first of the two still waits for its next attempt.
    expect(await outbox.listed()).toMatchObject([{ state: 'sent' }, { state: 'waiting' }, { state: 'waiting' }]);
    expect(await outbox.trouble()).toBeNull();
  });

  test('security 44: a mail that was under way in a crash is sent once more, marked, and never a third time', async () => {
    const database = await openTable();
    const time = { now: Date.UTC(2026, 2, 1, 12) };
    const sent: string[] = [];
    /** Hands the mail over and then never comes back, as a process that was killed. */
    const die = () =>
      new Promise<void>((died) => {
        const send = (mail: Mail) => {
          sent.push(mail.messageId);
          died();
          return new Promise<void>(() => {});
        };
        outboxOver(database, { send }, time).wake();
      });
    const alive = closing(outboxOver(database, { send: async ({ messageId }) => void sent.push(messageId) }, time));
    await alive.putTo('twice@example.ru');
    await alive.putTo('once@example.ru');
    await die();
    await alive.deliver();
    // The other mail went out; the sender of the first one may still be alive.
    expect(sent).toHaveLength(2);
    time.now += LEASE;
    await alive.deliver();
    expect((await alive.listed()).find(({ recipient }) => recipient.startsWith('twice'))).toMatchObject({
      state: 'waiting',
      may_repeat: 1,
    });
    time.now += HOUR;
    await die();
    time.now += LEASE;
    await alive.deliver();
    time.now += HOUR;
    await alive.deliver();
    expect(await alive.listed()).toMatchObject([
      { recipient: 'once@example.ru', state: 'sent', may_repeat: 0 },
      { recipient: 'twice@example.ru', state: 'failed', may_repeat: 1 },
    ]);
    const [first, , repeated] = sent;
    expect([sent.length, repeated]).toEqual([3, first]);
  });

  test('two servers over one database send each mail once', async () => {
    const database = await openTable();
    const sent: string[] = [];
    const transport: MailTransport = { send: async ({ to }) => void sent.push(to) };
    const [one, two] = [closing(outboxOver(database, transport)), closing(outboxOver(database, transport))];
    const recipients = Array.from({ length: 8 }, (_, index) => `user${index}@example.ru`);
    for (const recipient of recipients) await one.putTo(recipient);
    await Promise.all([one.deliver(), two.deliver()]);
    expect(sent.sort()).toEqual(recipients);
  });

  test('gives a mail up, erased, when it is of no use any more, but tries it at least once', async () => {
    const gone = await openPostOffice();
    await gone.close();
    const database = await openTable();
    const outbox = closing(outboxOver(database, smtp(gone.url)));
    await outbox.putTo('anna@example.ru', HOUR);
    outbox.time.now += 2 * HOUR;
    await outbox.deliver();
    expect(await outbox.listed()).toMatchObject([{ state: 'failed', attempts: 1 }]);
    const row = await database.read.selectFrom('mails').select('sealed').executeTakeFirst();
    expect(row?.sealed).toBeNull();
  });

  test('security 44: a mail that waits or was given up is sent at once by hand while it is of use, and only then', async () => {
    const gone = await openPostOffice();
    await gone.close();
    const sent: string[] = [];
    const database = await openTable();
    const outbox = closing(outboxOver(database, smtp(gone.url)));
    const repaired = closing(outboxOver(database, { send: async ({ to }) => void sent.push(to) }, outbox.time));
    const idOf = async (to: string) => {
      const rows = await outbox.listed();
      return rows.find(({ recipient }) => recipient === to)?.id ?? 0;
    };
    await outbox.putTo('waits@example.ru');
    await outbox.putTo('short@example.ru', 5 * SECOND);
    await outbox.deliver();
    expect(await outbox.listed()).toMatchObject([
      { state: 'failed', kept: 1 },
      { state: 'waiting', kept: 1 },
    ]);
    for (const to of ['waits@example.ru', 'short@example.ru']) {
      expect(await repaired.retry(await idOf(to))).toBe(true);
      await repaired.deliver();
    }
    expect(sent).toEqual(['waits@example.ru', 'short@example.ru']);
    expect(await repaired.retry(await idOf('waits@example.ru'))).toBe(false);
    expect(await repaired.retry(999)).toBe(false);
  });

  test('a mail that nobody is to get any more is withdrawn, erased, and cannot be sent by hand', async () => {
    const database = await openTable();
    let isUp = false;
    const sent: string[] = [];
    const send = async ({ to }: Mail) => {
      if (!isUp) throw new DeliveryFailure('down', false);
      sent.push(to);
    };
    const withdrawn = new Map<unknown, string>();
    const ask = async (about: unknown) => withdrawn.get((about as { of: string }).of) ?? null;
    const outbox = closing(outboxOver(database, { send }, undefined, ask));
    await outbox.putTo('a@example.ru', 24 * HOUR, { of: 'a' });
    await outbox.putTo('b@example.ru', 24 * HOUR, { of: 'b' });
    await outbox.putTo('c@example.ru');
    await outbox.deliver();
    isUp = true;
    withdrawn.set('a', 'no longer his');
    outbox.time.now += HOUR;
    await outbox.deliver();
    expect(sent).toEqual(['b@example.ru', 'c@example.ru']);
    const mail = (await outbox.listed()).at(-1);
    expect(mail).toMatchObject({ state: 'failed', kept: 0, problem: 'no longer his', sent_at: null });
    withdrawn.clear();
    expect(await outbox.retry(mail?.id ?? 0)).toBe(false);
  });

  test('a mail of which nobody can tell whether it is still to go out waits', async () => {
    const sent: string[] = [];
    let isKnown = false;
    const ask = async () => {
      if (!isKnown) throw new DeliveryFailure('nobody answers', false);
      return null;
    };
    const send = async ({ to }: Mail) => void sent.push(to);
    const outbox = closing(outboxOver(await openTable(), { send }, undefined, ask));
    await outbox.putTo('a@example.ru', 24 * HOUR, {});
    await outbox.deliver();
    const waiting = { state: 'waiting', may_repeat: 0, problem: 'nobody answers' };
    expect([sent, await outbox.listed()]).toMatchObject([[], [waiting]]);
    isKnown = true;
    outbox.time.now += HOUR;
    await outbox.deliver();
    expect(sent).toEqual(['a@example.ru']);
  });

  test('the letter of a mail that was given up is erased when it is of no use any more', async () => {
    const gone = await openPostOffice();
    await gone.close();
    const database = await openTable();
    const outbox = closing(outboxOver(database, smtp(gone.url)));
    await outbox.putTo('anna@example.ru', 5 * SECOND);
    await outbox.deliver();
    outbox.time.now += 5 * SECOND;
    await outbox.deliver();
    const [mail] = await outbox.listed();
    expect(mail).toMatchObject({ state: 'failed', kept: 0 });
    expect(await outbox.retry(mail?.id ?? 0)).toBe(false);
  });

  test('a clock that was set back by a day does not hold mails up', async () => {
    const sent: string[] = [];
    const outbox = closing(outboxOver(await openTable(), { send: async ({ to }) => void sent.push(to) }));
    await outbox.putTo();
    outbox.time.now -= 24 * HOUR;
    await outbox.deliver();
    expect(sent).toHaveLength(1);
  });

  test.each([24 * HOUR, -24 * HOUR])(
    'security 43: a clock that is set by %i ms while a mail is being sent sends it no second time',
    async (by) => {
      const database = await openTable();
      const time = { now: Date.UTC(2026, 2, 1, 12) };
      let counted = 0;
      const sent: string[] = [];
      const going = Promise.withResolvers<void>();
      const begun = Promise.withResolvers<void>();
      const send = async ({ to }: Mail) => {
        begun.resolve();
        await going.promise;
        sent.push(to);
      };
      const steady = () => counted;
      const [one, other] = [1, 2].map(() => closing(outboxOver(database, { send }, time, undefined, steady)));
      await one?.putTo();
      const sending = one?.deliver();
      await begun.promise;
      time.now += by;
      await other?.deliver();
      time.now += HOUR / 6;
      counted += HOUR / 60;
      await other?.deliver();
      going.resolve();
      await sending;
      time.now += 24 * HOUR;
      counted += 24 * HOUR;
      await Promise.all([one?.deliver(), other?.deliver()]);
      expect(sent).toHaveLength(1);
      expect(await one?.listed()).toMatchObject([{ state: 'sent', attempts: 1, may_repeat: 0 }]);
    },
  );

  test.each([24 * HOUR, -24 * HOUR])(
    'security 43: a mail whose sender was killed before the clock was set by %i ms is not forgotten',
    async (by) => {
      const database = await openTable();
      const time = { now: Date.UTC(2026, 2, 1, 12) };
      let counted = 0;
      const taken = Promise.withResolvers<void>();
      const send = () => {
        taken.resolve();
        return new Promise<void>(() => {});
      };
      const killed = outboxOver(database, { send }, time);
      const sent: string[] = [];
      const alive = closing(
        outboxOver(database, { send: async ({ to }) => void sent.push(to) }, time, undefined, () => counted),
      );
      await killed.putTo('anna@example.ru', 72 * HOUR);
      killed.wake();
      await taken.promise;
      time.now += by;
      await alive.deliver();
      expect(sent).toEqual([]);
      time.now += 2 * LEASE;
      counted += 2 * LEASE;
      await alive.deliver();
      time.now += HOUR;
      counted += HOUR;
      await alive.deliver();
      expect(sent).toEqual(['anna@example.ru']);
    },
  );
});

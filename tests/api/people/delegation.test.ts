import { expect, test } from 'vitest';
import type { SubstituteAnswer } from '../../../contract/documents/documents.ts';
import { aboveSql } from '../../support/databases.ts';
import { EVENING } from '../../support/moment.ts';
import { type Paperwork, said, withPaperwork } from '../documents/paperwork.ts';
import { ACTION, formOf } from './company.ts';

const DAYS = { from: '2026-06-01', to: '2026-06-30' };
const HOUR = 3_600_000;
/** Eight in the morning of the next day. */
const EIGHT = Date.UTC(2026, 5, 11, 3);
const NOT_LISTED = 'user do not have to sign this document';

/** Anna is away and `helper`, who has a role of his own with the same rights, substitutes her. */
interface Absence extends Paperwork {
  /** Lets a role do this with documents of «Договор», and nothing else. */
  allow(role: number, ...actions: number[]): Promise<void>;
  readonly lawyer: number;
  readonly assistant: number;
}

type Open = Parameters<typeof withPaperwork>[0];

const whileAnnaIsAway = (open: Open, run: (work: Absence) => Promise<void>) =>
  withPaperwork(open, async (work) => {
    const { directing, task } = work;
    const allow = async (role: number, ...actions: number[]) => {
      const rights = formOf({ [role]: { [directing]: { [task]: actions } } });
      expect((await work.save(rights)).statusCode).toBe(200);
    };
    const [assistant = 0] = await work.add('role', 'Помощник');
    const [lawyer] = (await work.settings()).filter(({ title }) => title === 'Юрист');
    await allow(assistant, ACTION.approve, ACTION.acknowledge);
    await work.join('helper');
    await work.bind('helper', assistant);
    const named = await work.call('PUT', '/user/substitute', { as: 'anna', json: { uid: 'helper', ...DAYS } });
    expect(named.statusCode).toBe(200);
    await run({ ...work, allow, assistant, lawyer: lawyer?.id ?? 0 });
  });

interface Loss {
  readonly name: string;
  lose(work: Absence): unknown;
  /** What the substitute hears who still tries, and whether he sees the document by his own role. */
  readonly refusal: readonly [number, string];
  readonly sees: number;
}

const LOSSES: readonly Loss[] = [
  {
    name: 'the absent person’s account is disabled',
    lose: ({ around }) => around.disabled.add('anna'),
    refusal: [400, NOT_LISTED],
    sees: 200,
  },
  {
    name: 'the absent person loses the role',
    lose: ({ bind }) => bind('anna', ''),
    refusal: [400, NOT_LISTED],
    sees: 200,
  },
  {
    name: 'the absent person’s role loses the permission',
    lose: ({ allow, lawyer }) => allow(lawyer),
    refusal: [400, NOT_LISTED],
    sees: 200,
  },
  {
    name: 'the substitute loses the role',
    lose: ({ bind }) => bind('helper', ''),
    refusal: [404, 'doc not found'],
    sees: 404,
  },
  {
    name: 'the substitute’s role loses the permission',
    lose: ({ allow, assistant }) => allow(assistant),
    refusal: [403, 'accept to the document type is denied'],
    sees: 200,
  },
];

const ids = async ({ call }: Paperwork, query: string): Promise<number[]> =>
  (await call('GET', `/docflow/search/doc?${query}`, { as: 'helper' })).json<{ id: number }[]>().map(({ id }) => id);
const count = async ({ call }: Paperwork, query: string): Promise<number> =>
  (await call('GET', `/docflow/search/doc/count?${query}`, { as: 'helper' })).json<{ count: number }>().count;
const represented = async ({ call }: Paperwork): Promise<string[]> =>
  ((await call('GET', '/user/substitute', { as: 'helper' })).json<SubstituteAnswer>().represents ?? []).map(
    ({ uid }) => uid,
  );

/** What is asked of the substitute by lists, counters and the cabinet. */
const askedOf = async (work: Paperwork) => ({
  toSign: await ids(work, 'acceptor=0'),
  toAcknowledge: await ids(work, 'recipient=0'),
  counted: [await count(work, 'acceptor=0'), await count(work, 'recipient=0')],
  found: await ids(work, 'acceptor=0&search=поставка'),
  represents: await represented(work),
});

/** Subjects of the letters that the substitute got. */
async function lettersTo(work: Paperwork, name: string): Promise<string[]> {
  await work.informator.post.deliver();
  return work.mails
    .splice(0)
    .filter(({ to }) => to.startsWith(name))
    .map(({ subject }) => subject.replaceAll('\u00a0', ' '));
}

aboveSql('a substitution', (open) => {
  test('stands while both may sign: the substitute is asked, signs, acknowledges and is told', () =>
    whileAnnaIsAway(open, async (work) => {
      const { id } = await work.create({ title: 'Поставка', acceptor: ['anna'], recipient: ['anna'] });
      expect(await askedOf(work)).toEqual({
        toSign: [id],
        toAcknowledge: [id],
        counted: [1, 1],
        found: [id],
        represents: ['anna'],
      });
      expect(await lettersTo(work, 'helper')).toEqual(['На согласование: Поставка']);
      for (const path of ['accepting', 'recipienting']) {
        const answer = await work.docflow('PATCH', `/${path}/${id}`, { as: 'helper', json: {} });
        expect([path, answer.statusCode]).toEqual([path, 200]);
      }
    }));

  for (const { name, lose, refusal, sees } of LOSSES) {
    test(`security 54: ends at once for lists, counters, pages and marks when ${name}`, () =>
      whileAnnaIsAway(open, async (work) => {
        const { id } = await work.create({ title: 'Поставка', acceptor: ['anna'], recipient: ['anna'] });
        await lose(work);
        expect(await askedOf(work)).toEqual({
          toSign: [],
          toAcknowledge: [],
          counted: [0, 0],
          found: [],
          represents: [],
        });
        expect((await work.docflow('GET', `/${id}`, { as: 'helper' })).statusCode).toBe(sees);
        const [status] = refusal;
        for (const insteadOf of [undefined, 'anna']) {
          const options = { as: 'helper', json: { insteadOf } };
          expect(said(await work.docflow('PATCH', `/accepting/${id}`, options))).toEqual(refusal);
          const declined = { as: 'helper', json: { insteadOf, reason: 'Нет' } };
          expect(said(await work.docflow('PATCH', `/declining/${id}`, declined))).toEqual(refusal);
          expect((await work.docflow('PATCH', `/recipienting/${id}`, options)).statusCode).toBe(status);
        }
        const { acceptor, recipient } = await work.read(id);
        expect([acceptor, recipient]).toMatchObject([[{ accept: false }], [{ accept: false }]]);
      }));

    test(`security 54: ends at once for letters, reminders and the digest when ${name}`, () =>
      whileAnnaIsAway(open, async (work) => {
        const { id } = await work.create({ title: 'Поставка', acceptor: ['anna'], recipient: ['anna'] });
        // A letter that waits for the mail server.
        work.around.mailServer = false;
        await work.informator.post.deliver();
        await lose(work);
        work.around.mailServer = true;
        work.setClock(EVENING + HOUR);
        expect(await lettersTo(work, 'helper')).toEqual([]);
        await work.docflow('POST', `/${id}/remind`);
        expect(await lettersTo(work, 'helper')).toEqual([]);
        work.setClock(EIGHT);
        expect(await lettersTo(work, 'helper')).toEqual([]);
      }));
  }

  test('security 54: ends in the kind of entries alone whose permission is lost', () =>
    whileAnnaIsAway(open, async (work) => {
      // The letter about the new document waits: it would be right until the permission is lost.
      work.around.mailServer = false;
      const { id } = await work.create({ title: 'Поставка', acceptor: ['anna'], recipient: ['anna'] });
      await work.informator.post.deliver();
      await work.allow(work.lawyer, ACTION.acknowledge);
      work.around.mailServer = true;
      work.setClock(EVENING + HOUR);
      expect(await askedOf(work)).toMatchObject({ toSign: [], toAcknowledge: [id], represents: ['anna'] });
      expect(said(await work.docflow('PATCH', `/accepting/${id}`, { as: 'helper', json: {} }))).toEqual([
        400,
        NOT_LISTED,
      ]);
      expect(await lettersTo(work, 'helper')).toEqual([]);
      const read = await work.docflow('PATCH', `/recipienting/${id}`, { as: 'helper', json: {} });
      expect(read.statusCode).toBe(200);
    }));

  test('security 54: comes back with the permission, and with the account', () =>
    whileAnnaIsAway(open, async (work) => {
      const { id } = await work.create({ title: 'Поставка', acceptor: ['anna'] });
      await work.allow(work.lawyer);
      work.around.disabled.add('anna');
      await work.allow(work.lawyer, ACTION.approve);
      expect(await ids(work, 'acceptor=0')).toEqual([]);
      work.around.disabled.delete('anna');
      expect(await ids(work, 'acceptor=0')).toEqual([id]);
    }));

  test('security 54: does not stand while nobody can tell whether the absent person’s account is disabled', () =>
    whileAnnaIsAway(open, async (work) => {
      const { id } = await work.create({ title: 'Поставка', acceptor: ['anna'] });
      work.around.authService = false;
      const signed = await work.docflow('PATCH', `/accepting/${id}`, { as: 'helper', json: {} });
      expect([signed.statusCode, signed.headers['retry-after']]).toEqual([503, expect.any(String)]);
      // A user who substitutes no one is not delayed.
      expect((await work.call('GET', '/docflow/search/doc?acceptor=0', { as: 'anna' })).statusCode).toBe(200);
    }));
});

import { expect, test } from 'vitest';
import { aboveSql } from '../../support/databases.ts';
import { EVENING } from '../../support/moment.ts';
import { formWith, mailLines, type Paperwork, withPaperwork } from './paperwork.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Eight in the morning of the next day. */
const EIGHT = Date.UTC(2026, 5, 11, 3);
const TODAY = { from: '2026-06-10', to: '2026-06-10' };

type Open = Parameters<typeof withPaperwork>[0];

/** Work in the evening while the mail server is down. */
const withoutMailServer = (open: Open, run: (work: Paperwork) => Promise<void>) =>
  withPaperwork(open, async (work) => {
    work.around.mailServer = false;
    await run(work);
  });

/** The mail server is up again two hours later, or at the given moment; what came then, and why the rest did not. */
async function afterwards(work: Paperwork, now = EVENING + 2 * HOUR) {
  work.around.mailServer = true;
  work.setClock(now);
  await work.informator.post.deliver();
  const came = mailLines(work.mails.splice(0));
  const listed = await work.informator.post.outbox.list({ last: null, limit: 100 });
  const withdrawn = listed
    .filter(({ state }) => state === 'failed')
    .map(({ recipient, problem }) => `${recipient.split('@')[0]}: ${problem}`)
    .sort();
  return { came, withdrawn };
}

const deliver = (work: Paperwork) => work.informator.post.deliver();
const mark = (work: Paperwork, kind: string, id: number, as: string) =>
  work.docflow('PATCH', `/${kind}/${id}`, { as, json: {} });

aboveSql('letters that waited for the mail server', (open) => {
  test('go out to whoever still has to do with the document', () =>
    withoutMailServer(open, async (work) => {
      await work.create({ title: 'Поставка', acceptor: ['anna'], recipient: ['reader'] });
      await deliver(work);
      expect(await afterwards(work)).toEqual({
        came: ['anna: На согласование: Поставка', 'reader: На ознакомление: Поставка'],
        withdrawn: [],
      });
    }));

  test('do not reach who is listed no longer, has answered, sees it no longer or has switched mails off', () =>
    withoutMailServer(open, async (work) => {
      const people = { acceptor: ['anna', 'oleg'], recipient: ['reader', 'boss'] };
      const { id } = await work.create({ title: 'Поставка', ...people });
      const gone = await work.create({ title: 'Удалённый', acceptor: ['anna'] });
      await deliver(work);
      await mark(work, 'accepting', id, 'oleg');
      await work.docflow('PATCH', `/${id}`, {
        form: formWith({ title: 'Поставка', acceptor: ['oleg'], recipient: ['reader'] }),
      });
      await work.docflow('DELETE', `/${gone.id}`);
      await work.call('PATCH', '/user/mails', { as: 'reader', json: { documents: false } });
      expect(await afterwards(work)).toEqual({
        came: ['boss: Подписано: Поставка'],
        withdrawn: [
          'anna: document not visible',
          'anna: nothing to decide',
          'oleg: nothing to decide',
          'reader: mails switched off',
        ],
      });
    }));

  test('security 17: do not tell who lost the right and is off the list of what has become of the document', () =>
    withoutMailServer(open, async (work) => {
      const { id } = await work.create({ title: 'Тайный', acceptor: ['anna', 'oleg'] });
      await deliver(work);
      await work.bind('anna', '');
      await work.docflow('PATCH', `/${id}`, { form: formWith({ title: 'Тайный', acceptor: ['oleg'] }) });
      const mails = await afterwards(work);
      expect(mails).toEqual({ came: ['oleg: На согласование: Тайный'], withdrawn: ['anna: document not visible'] });
      const { sealed } = await work.informator.context.database.read
        .selectFrom('mails' as never)
        .select('sealed' as never)
        .where('recipient' as never, '=', 'anna@parts.example' as never)
        .executeTakeFirstOrThrow();
      expect(sealed).toBeNull();
    }));

  test('reach a substitute only while he is one, and of a new version whom it still concerns', () =>
    withoutMailServer(open, async (work) => {
      const [lawyer] = (await work.settings()).filter(({ title }) => title === 'Юрист');
      await work.bind('stranger', lawyer?.id ?? '');
      await work.call('PUT', '/user/substitute', { as: 'anna', json: { uid: 'stranger', ...TODAY } });
      await work.create({ title: 'Один', acceptor: ['anna'] });
      await deliver(work);
      await work.call('DELETE', '/user/substitute', { as: 'anna' });
      expect(await afterwards(work, EVENING + HOUR)).toEqual({
        came: ['anna: На согласование: Один'],
        withdrawn: ['stranger: document not visible'],
      });
      work.around.mailServer = false;
      const { id } = await work.create({ title: 'Два', acceptor: ['anna', 'oleg'] });
      await mark(work, 'accepting', id, 'anna');
      const edit = (title: string, acceptor: string[]) =>
        work.docflow('PATCH', `/${id}`, { form: formWith({ title, acceptor }) });
      await edit('Два!', ['anna', 'oleg']);
      await deliver(work);
      await edit('Два!', ['oleg']);
      const { came, withdrawn } = await afterwards(work, EVENING + 3 * HOUR);
      expect(came).toEqual(['boss: Подписано: Два', 'oleg: На согласование: Два', 'oleg: Новая версия: Два!']);
      expect(withdrawn.filter((line) => line.startsWith('anna'))).toEqual([
        'anna: nothing to decide',
        'anna: nothing to decide',
      ]);
    }));

  test('a digest that a newer one has overtaken, or of nothing that waits, is not sent', () =>
    withoutMailServer(open, async (work) => {
      const { id } = await work.create({ title: 'Один', acceptor: ['anna', 'oleg'] });
      work.around.mailServer = true;
      await deliver(work);
      work.mails.splice(0);
      work.around.mailServer = false;
      work.setClock(EIGHT);
      await deliver(work);
      await mark(work, 'accepting', id, 'oleg');
      work.setClock(EIGHT + DAY);
      await deliver(work);
      const digests = await afterwards(work, EIGHT + DAY + HOUR);
      expect(digests.came).toEqual(['anna: Документы ждут вашего решения', 'boss: Подписано: Один']);
      expect(digests.withdrawn).toEqual(['anna: newer digest', 'oleg: nothing to decide']);
      // One of a clock that ran ahead overtakes nothing.
      work.setClock(EIGHT + 30 * DAY);
      await deliver(work);
      work.mails.splice(0);
      work.around.mailServer = false;
      work.setClock(EIGHT + 2 * DAY);
      await deliver(work);
      const later = await afterwards(work, EIGHT + 2 * DAY + HOUR);
      expect(later.came).toEqual(['anna: Документы ждут вашего решения']);
    }));
});

aboveSql('disabled people', (open) => {
  test('security 54: get no letter about documents, whether it waited or not, and no digest; nor does who stood in for them', () =>
    withoutMailServer(open, async (work) => {
      const { disabled } = work.around;
      const days = { from: '2026-06-10', to: '2026-06-30' };
      await work.call('PUT', '/user/substitute', { as: 'anna', json: { uid: 'oleg', ...days } });
      await work.create({ title: 'Один', acceptor: ['anna'], recipient: ['reader'] });
      await deliver(work);
      disabled.add('anna');
      expect(await afterwards(work)).toEqual({
        came: ['reader: На ознакомление: Один'],
        withdrawn: ['anna: account disabled', 'oleg: document not visible'],
      });
      const digest = await afterwards(work, EIGHT);
      expect(digest.came).toEqual(['reader: Документы ждут вашего решения']);
      expect(digest.withdrawn).toEqual(['anna: account disabled', 'oleg: document not visible']);
      disabled.delete('anna');
      expect((await afterwards(work, EIGHT + DAY)).came).toHaveLength(3);
    }));

  test('a letter waits while nobody can tell whether its reader is disabled', () =>
    withPaperwork(open, async (work) => {
      await work.create({ title: 'Один', acceptor: ['anna'] });
      work.around.authService = false;
      await deliver(work);
      const [mail] = await work.informator.post.outbox.list({ last: null, limit: 1 });
      expect([work.mails, mail]).toMatchObject([
        [],
        { state: 'waiting', may_repeat: 0, problem: 'auth service answered 502' },
      ]);
      work.around.authService = true;
      expect((await afterwards(work)).came).toEqual(['anna: На согласование: Один']);
    }));

  test('are not reminded, and are not counted among those who were', () =>
    withPaperwork(open, async (work) => {
      const { id } = await work.create({ acceptor: ['anna', 'oleg'] });
      work.around.disabled.add('anna');
      expect((await work.docflow('POST', `/${id}/remind`)).json()).toEqual({ count: 1 });
      work.around.disabled.add('oleg');
      work.setClock(EVENING + 2 * HOUR);
      expect((await work.docflow('POST', `/${id}/remind`)).json()).toEqual({ count: 0 });
    }));
});

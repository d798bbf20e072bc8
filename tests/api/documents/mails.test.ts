import { expect, test } from 'vitest';
import { DECISION_UNDO_MS, DIGEST_DOCUMENTS_SHOWN } from '../../../contract/limits.ts';
import { enqueueDigest } from '../../../server/documents/notifications/deadlines.ts';
import { createDocumentMailTexts } from '../../../server/documents/notifications/mail-texts.ts';
import type { Mail } from '../../../server/platform/mail/mail.ts';
import { aboveSql } from '../../support/databases.ts';
import { EVENING } from '../../support/moment.ts';
import { formWith, mailLines, type Paperwork, said, withPaperwork } from './paperwork.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Delivers, and takes what came: to whom and about what, in the order of addresses. */
const received = async (work: Paperwork): Promise<string[]> => mailLines(await letters(work));

/** Lets the time pass in which decisions are undone, delivers, and takes what came. */
async function letters(work: Paperwork): Promise<Mail[]> {
  const now = work.informator.context.clock();
  work.setClock(now + DECISION_UNDO_MS);
  await work.informator.post.deliver();
  work.setClock(now);
  return work.mails.splice(0);
}

const mark = (work: Paperwork, kind: string, id: number, as: string, json: object = {}) =>
  work.docflow('PATCH', `/${kind}/${id}`, { as, json });

aboveSql('mails about documents', (open) => {
  test('signatories are told when they are asked, the author of each mark and of the end', () =>
    withPaperwork(open, async (work) => {
      const { id } = await work.create({
        title: 'Поставка',
        acceptor: ['anna', 'oleg'],
        recipient: ['reader', 'boss'],
      });
      expect(await received(work)).toEqual([
        'anna: На согласование: Поставка',
        'oleg: На согласование: Поставка',
        'reader: На ознакомление: Поставка',
      ]);
      await mark(work, 'accepting', id, 'anna');
      expect(await received(work)).toEqual(['boss: Подписано: Поставка']);
      // Signing again is no new signature, and no mail.
      await mark(work, 'accepting', id, 'anna');
      expect(await received(work)).toEqual([]);
      await mark(work, 'recipienting', id, 'reader');
      expect(await received(work)).toEqual(['boss: Ознакомление: Поставка']);
      // His own act is nothing to write to the author about.
      await mark(work, 'recipienting', id, 'boss');
      expect(await received(work)).toEqual([]);
      await mark(work, 'accepting', id, 'oleg');
      expect(await received(work)).toEqual(['boss: Завершён: Поставка']);
    }));

  test('recipients of an ordered document are told when the last acceptor has signed', () =>
    withPaperwork(open, async (work) => {
      const { id } = await work.create({
        task: work.ordered,
        title: 'Приказ',
        acceptor: ['anna', 'oleg'],
        recipient: ['reader'],
      });
      expect(await received(work)).toEqual(['anna: На согласование: Приказ', 'oleg: На согласование: Приказ']);
      await mark(work, 'accepting', id, 'anna');
      expect(await received(work)).toEqual(['boss: Подписано: Приказ']);
      await mark(work, 'accepting', id, 'oleg');
      expect(await received(work)).toEqual(['boss: Согласован: Приказ', 'reader: На ознакомление: Приказ']);
    }));

  test('security 20: a decline reaches the author with its reason, a new version everyone concerned, added people are asked', () =>
    withPaperwork(open, async (work) => {
      const { id } = await work.create({
        title: 'Поставка',
        description: 'Тайные условия',
        acceptor: ['anna', 'oleg'],
      });
      await received(work);
      await mark(work, 'declining', id, 'anna', { reason: 'Нет <b>сметы</b>' });
      const [declined] = await letters(work);
      expect(declined?.to).toBe('boss@parts.example');
      expect(declined?.text).toContain('Причина: Нет <b>сметы</b>');
      expect(declined?.html).toContain('Причина: Нет &lt;b&gt;сметы&lt;/b&gt;');
      expect(declined?.text).toContain(`https://parts.example/docflow/${id}`);
      expect(declined?.text).toContain('Договор №\u00a01 от\u00a010.06.2026: «Поставка».');
      const edit = (fields: Parameters<typeof formWith>[0]) =>
        work.docflow('PATCH', `/${id}`, { form: formWith(fields) });
      const listed = { title: 'Поставка 2', description: 'Тайные условия', acceptor: ['anna', 'oleg'] };
      expect((await edit(listed)).json()).toMatchObject({ version: 2 });
      // The declined version asked Oleg for nothing any more: he is asked anew.
      expect(await received(work)).toEqual(['anna: Новая версия: Поставка 2', 'oleg: На согласование: Поставка 2']);
      await edit({ ...listed, recipient: ['reader'] });
      expect(await received(work)).toEqual(['reader: На ознакомление: Поставка 2']);
      await edit({ ...listed, recipient: ['reader'] });
      expect(await received(work)).toEqual([]);
    }));

  test('no mail carries the description, and what people typed is only shown', () =>
    withPaperwork(open, async (work) => {
      const title = '"><script>alert(1)</script>\r\nBcc: victim@parts.example';
      await work.create({ title, description: 'Тайные условия', acceptor: ['anna'] });
      const [mail] = await letters(work);
      expect(mail?.to).toBe('anna@parts.example');
      expect(`${mail?.text}${mail?.html}`).not.toContain('Тайные');
      expect(mail?.html).not.toContain('<script');
    }));

  test('whoever sees a document no longer when the letter is written gets none', () =>
    withPaperwork(open, async (work) => {
      const days = { from: '2026-06-10', to: '2026-06-10' };
      await work.call('PUT', '/user/substitute', { as: 'anna', json: { uid: 'stranger', ...days } });
      const { id } = await work.create({ title: 'Раскрытый', acceptor: ['anna', 'oleg'] });
      await work.bind('anna', '');
      await work.docflow('PATCH', `/${id}`, { form: formWith({ title: 'Скрытый', acceptor: ['oleg'] }) });
      expect(await received(work)).toEqual(['oleg: На согласование: Раскрытый']);
      const gone = await work.create({ title: 'Удалённый', acceptor: ['oleg'] });
      await work.docflow('DELETE', `/${gone.id}`);
      expect(await received(work)).toEqual([]);
    }));

  test('a substitute is told as well, of what is asked and by whom, once', () =>
    withPaperwork(open, async (work) => {
      const days = { from: '2026-06-10', to: '2026-06-10' };
      await work.call('PUT', '/user/substitute', { as: 'anna', json: { uid: 'oleg', ...days } });
      const { id } = await work.create({ title: 'Один', acceptor: ['anna'] });
      const both = await letters(work);
      expect(both.map(({ to }) => to).sort()).toEqual(['anna@parts.example', 'oleg@parts.example']);
      expect(both.find(({ to }) => to.startsWith('oleg'))?.text).toContain('замещаете сотрудника: anna Юрист');
      await work.create({ title: 'Два', acceptor: ['anna', 'oleg'] });
      expect(await received(work)).toEqual(['anna: На согласование: Два', 'oleg: На согласование: Два']);
      await mark(work, 'accepting', id, 'oleg');
      const [signed] = await letters(work);
      expect([signed?.to, signed?.text.includes('oleg Юрист, Юрист (замещает сотрудника: anna Юрист)')]).toEqual([
        'boss@parts.example',
        true,
      ]);
      work.setClock(EVENING + DAY);
      await work.create({ title: 'Три', acceptor: ['anna'] });
      expect(await received(work)).toEqual(['anna: На согласование: Три']);
    }));

  test('nothing is ever sent to whoever has switched it off', () =>
    withPaperwork(open, async (work) => {
      const toggle = (as: string, json: object) => work.call('PATCH', '/user/mails', { as, json });
      expect((await work.call('GET', '/user/mails', { as: 'anna' })).json()).toEqual({ documents: true });
      expect((await toggle('anna', { documents: false })).json()).toEqual({ documents: false });
      expect((await toggle('boss', { documents: 'off' })).json()).toEqual({ documents: false });
      const { id } = await work.create({ title: 'Поставка', acceptor: ['anna', 'oleg'] });
      await mark(work, 'accepting', id, 'anna');
      expect(await received(work)).toEqual(['oleg: На согласование: Поставка']);
      expect((await work.docflow('POST', `/${id}/remind`)).json()).toEqual({ count: 1 });
      expect(await received(work)).toEqual(['oleg: Напоминание: Поставка']);
      expect((await toggle('anna', {})).json()).toEqual({ documents: false });
      expect((await toggle('anna', { documents: 'true' })).json()).toEqual({ documents: true });
      for (const documents of ['maybe', 7, null, { a: 1 }, []])
        expect(said(await toggle('anna', { documents }))).toEqual([400, 'invalid documents']);
      expect(said(await toggle('nobody2', {}))).toEqual([404, 'user not found']);
    }));

  test('the author reminds once an hour those who are asked, and nobody else does', () =>
    withPaperwork(open, async (work) => {
      const { id } = await work.create({
        task: work.ordered,
        title: 'Приказ',
        acceptor: ['anna', 'oleg'],
        recipient: ['reader'],
      });
      await mark(work, 'accepting', id, 'anna');
      await received(work);
      const remind = (as = 'boss') => work.docflow('POST', `/${id}/remind`, { as });
      expect(said(await remind('anna'))).toEqual([403, 'forbidden']);
      expect(said(await remind('stranger'))).toEqual([404, 'doc not found']);
      expect(said(await work.docflow('POST', '/0/remind'))).toEqual([400, 'invalid doc id']);
      const first = await remind();
      expect([first.statusCode, first.json()]).toEqual([200, { count: 1 }]);
      expect(await received(work)).toEqual(['oleg: Напоминание: Приказ']);
      work.setClock(EVENING + HOUR - 1_000);
      const early = await remind();
      expect([early.statusCode, early.headers['retry-after']]).toEqual([429, '1']);
      work.setClock(EVENING + HOUR);
      expect((await remind()).statusCode).toBe(200);
      // A clock that ran ahead for a day locks out no one when it is set back.
      work.setClock(EVENING - DAY);
      expect((await remind()).statusCode).toBe(200);
      const events = (await work.history(id)).map(({ event, by }) => `${event} ${by.uid}`);
      expect(events).toEqual(['reminded boss', 'reminded boss', 'reminded boss', 'signed anna', 'created boss']);
      await mark(work, 'accepting', id, 'oleg');
      await mark(work, 'recipienting', id, 'reader');
      expect((await remind()).json()).toEqual({ count: 0 });
    }));

  test('the digest goes out once a day, from eight o’clock on, by however many servers, to whom something waits for', () =>
    withPaperwork(open, async (work) => {
      await work.create({ title: 'Один', acceptor: ['anna'] });
      await work.create({ title: 'Два', task: work.ordered, acceptor: ['anna'], recipient: ['reader'] });
      const days = { from: '2026-06-10', to: '2026-06-11' };
      await work.call('PUT', '/user/substitute', { as: 'anna', json: { uid: 'oleg', ...days } });
      await received(work);
      const eight = Date.UTC(2026, 5, 11, 3);
      work.setClock(eight - 60_000);
      expect(await received(work)).toEqual([]);
      work.setClock(eight);
      const { context, post } = work.informator;
      // Another server over the same database, at the same moment.
      const other: string[] = [];
      const settings = { now: eight, timeZone: context.timeZone, accounts: context.accounts };
      await Promise.all([
        post.deliver(),
        enqueueDigest(context.database, settings, async (_transaction, { email }) => void other.push(email)),
      ]);
      await post.deliver();
      const sent = work.mails.splice(0);
      expect([...sent.map(({ to }) => to), ...other].sort()).toEqual(['anna@parts.example', 'oleg@parts.example']);
      work.setClock(eight + 5 * HOUR);
      expect(await received(work)).toEqual([]);
      // Clocks that jump a day back or ahead write the digest of no day twice.
      for (const moment of [eight - DAY, eight, eight + DAY, eight, eight + DAY]) {
        work.setClock(moment);
        await post.deliver();
      }
      const marked = await context.database.read.selectFrom('document_digests').select('day').orderBy('day').execute();
      expect(marked.map(({ day }) => day)).toEqual(['2026-06-10', '2026-06-11', '2026-06-12']);
    }));

  test('a digest says how much waits, and how much of it for others', () =>
    withPaperwork(open, async (work) => {
      await work.create({ title: 'Один', acceptor: ['anna', 'oleg'], recipient: ['oleg'] });
      const days = { from: '2026-06-11', to: '2026-06-11' };
      await work.call('PUT', '/user/substitute', { as: 'anna', json: { uid: 'oleg', ...days } });
      await received(work);
      work.setClock(Date.UTC(2026, 5, 11, 4));
      const mail = (await letters(work)).find(({ to }) => to.startsWith('oleg'));
      expect(mail?.text).toContain('Ждут согласования: 2.');
      expect(mail?.text).toContain('Ждут ознакомления: 1.');
      expect(mail?.text).toContain('кого вы\u00a0замещаете: 1.');
      expect(mail?.text).toContain('https://parts.example/docflow/list/?acceptor=0&limit=50');
      // Each document once, with its address.
      expect(mail?.text.replaceAll('\u00a0', ' ').split('«Один»: ждёт с 10.06.2026.')).toHaveLength(2);
      expect(mail?.text).toMatch(/https:\/\/parts\.example\/docflow\/\d+\n/);
    }));
});

test('a digest names the first few documents and says that there are more', () => {
  const named = { num: 5, title: 'Поставка', createdAt: EVENING, since: EVENING, insteadOf: '' };
  const texts = createDocumentMailTexts(() => 'https://parts.example', 'Asia/Yekaterinburg');
  const digest = (count: number) => {
    const documents = Array.from({ length: count }, (_, at) => ({ ...named, id: at + 1, dueAt: at ? null : EVENING }));
    return texts.digest({ toSign: count, toAcknowledge: 0, insteadOf: 0, documents }, 'Анна').text;
  };
  const shown = (text: string) => text.match(/docflow\/\d+\n/g)?.length;
  const more = /не\sвсе\sдокументы/;
  expect([shown(digest(DIGEST_DOCUMENTS_SHOWN)), digest(DIGEST_DOCUMENTS_SHOWN)]).toEqual([
    DIGEST_DOCUMENTS_SHOWN,
    expect.not.stringMatching(more),
  ]);
  expect(shown(digest(DIGEST_DOCUMENTS_SHOWN + 1))).toBe(DIGEST_DOCUMENTS_SHOWN);
  expect(digest(DIGEST_DOCUMENTS_SHOWN + 1)).toMatch(more);
  expect(digest(1)).toMatch(/срок\s\d\d\.\d\d\.\d{4}/);
});

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { JournalEntry, JournalListAnswer } from '../../../contract/documents/journal.ts';
import { DAY_MS } from '../../../contract/limits.ts';
import { eachDialect } from '../../support/databases.ts';
import { EVENING } from '../../support/moment.ts';
import { readWhole, texts, workFolder } from '../../support/workbooks-read.ts';
import { emptyBin, formWith, type Paperwork, said, saveTemplate, step, withPaperwork } from './paperwork.ts';

const ask = (work: Paperwork, query: Record<string, string> = {}, as = 'admin') =>
  work.docflow('GET', `/journal?${new URLSearchParams(query)}`, { as });

async function journal(work: Paperwork, query: Record<string, string> = {}): Promise<JournalListAnswer> {
  const answer = await ask(work, query);
  expect([answer.statusCode, answer.json().error]).toEqual([200, undefined]);
  return answer.json();
}

const OF_DOCUMENTS = 'rights changed,role bound';
/** Events with who made them, the oldest first; without those of rights by which the company was set up. */
const events = ({ entries }: JournalListAnswer): string[] =>
  entries
    .filter(({ event }) => !OF_DOCUMENTS.split(',').includes(event))
    .map(({ event, by, insteadOf }) => [event, by?.uid, ...(insteadOf ? [`for ${insteadOf.uid}`] : [])].join(' '))
    .reverse();

const patch = async (work: Paperwork, path: string, as: string, json: object = {}) =>
  expect((await work.docflow('PATCH', path, { as, json })).statusCode).toBe(200);

const plain = ({ says }: Pick<JournalEntry, 'says'>) => says.map((line) => line.replaceAll('\u00a0', ' '));

eachDialect('the journal of documents', (open) => {
  test('has every event: who was asked, who decided for whom, what was taken back, and how it ended', () =>
    withPaperwork(open, async (work) => {
      const days = { from: '2026-06-10', to: '2026-06-10' };
      await work.call('PUT', '/user/substitute', { as: 'anna', json: { uid: 'oleg', ...days } });
      const { id } = await work.create({
        title: 'Поставка',
        task: work.ordered,
        acceptor: ['anna', 'boss'],
        recipient: ['reader'],
      });
      await patch(work, `/accepting/${id}`, 'oleg', { insteadOf: 'anna' });
      await patch(work, `/withdrawing/${id}`, 'anna');
      expect((await work.docflow('POST', `/${id}/remind`)).statusCode).toBe(200);
      await work.docflow('POST', `/${id}/comment`, { as: 'anna', json: { text: 'Почему?', kind: 'question' } });
      await patch(work, `/declining/${id}`, 'anna', { reason: 'Нет сметы' });
      const fields = { title: 'Поставка 2', task: work.ordered, acceptor: ['anna'], recipient: ['reader'] };
      await work.docflow('PATCH', `/${id}`, { form: formWith(fields) });
      await patch(work, `/accepting/${id}`, 'anna');
      await patch(work, `/cancelling/${id}`, 'boss', { reason: 'Ошибка в сумме' });
      const found = await journal(work, { document: String(id) });
      expect(events(found)).toEqual([
        'created boss',
        'signed oleg for anna',
        'decision withdrawn anna',
        'reminded boss',
        'question asked anna',
        'declined anna',
        'edited boss',
        'signed anna',
        'cancelled boss',
      ]);
      const say = new Map(
        [...found.entries].reverse().map((entry) => [`${entry.event} ${entry.by?.uid}`, plain(entry)]),
      );
      expect(Object.fromEntries(say)).toMatchObject({
        'created boss': [
          'Отправлен на согласование: anna Юрист, boss Директор.',
          'В списке, но пока не спрошены: reader Кладовщик.',
        ],
        'signed oleg': ['Замещает сотрудника: anna Юрист.'],
        'decision withdrawn anna': [
          'Была подпись: oleg Юрист (за сотрудника: anna Юрист).',
          'Отправлен на согласование: anna Юрист.',
        ],
        // No one writes to themselves.
        'reminded boss': ['Кому: anna Юрист.'],
        'question asked anna': [],
        'declined anna': ['Решения больше не ждут: boss Директор.', 'Причина: Нет сметы'],
        'edited boss': [
          'Новая версия 2: прежние решения сняты.',
          'Прежнее название: «Поставка».',
          'Отправлен на согласование: anna Юрист.',
          'Убраны из списка: boss Директор.',
        ],
        'signed anna': ['Отправлен на ознакомление: reader Кладовщик.'],
        'cancelled boss': ['Решения больше не ждут: reader Кладовщик.', 'Причина: Ошибка в сумме'],
      });
      expect(found.entries.map(({ document }) => [document?.num, document?.task, document?.version])).toEqual([
        ...Array.from({ length: 3 }, () => [1, 'Приказ', 2]),
        ...Array.from({ length: 6 }, () => [1, 'Приказ', 1]),
      ]);
      // Titles and names are those of then.
      expect(found.entries.at(-1)?.document?.title).toBe('Поставка');
      await work.call('PATCH', '/user/', { as: 'anna', json: { name: 'Анна Новая' } });
      expect((await journal(work, { document: String(id) })).entries).toEqual(found.entries);

      // An entry of a former release has no one to whom it went: only who was asked is known.
      const { write } = work.informator.context.database;
      await write((transaction) => transaction.updateTable('document_history').set({ sent_to: null }).execute());
      const former = (await journal(work, { document: String(id), event: 'reminded' })).entries;
      expect(former.map(plain)).toEqual([['Ждали решения: anna Юрист, boss Директор.']]);
    }));

  test('names to whom an escalation went, and finds it by them', () =>
    withPaperwork(open, async (work) => {
      await work.join('admin', 'Администратор');
      const next = { days: 0, people: ['oleg'], roles: [] };
      const steps = [step('all', ['anna'], { days: 1, next })];
      await saveTemplate(work, { steps, recipients: { people: [], roles: [] } });
      const { id } = await work.create({ title: 'Поставка' });
      work.setClock(work.informator.context.clock() + 3 * 86_400_000);
      await work.informator.post.deliver();
      await work.call('PATCH', '/user/', { as: 'oleg', json: { name: 'Олег Новый' } });
      const found = await journal(work, { document: String(id), event: 'escalated', person: 'oleg Юрист' });
      expect(found.entries.map(plain)).toEqual([['Кому: oleg Юрист.']]);
    }));

  test('keeps number, title and type of a document that is deleted for good, and where it has no page', () =>
    withPaperwork(open, async (work) => {
      const { id } = await work.create({ title: 'Черновик', acceptor: ['anna'] });
      await work.docflow('DELETE', `/${id}`);
      const binned = await journal(work, { document: String(id) });
      expect(binned.entries.map(({ document }) => document?.kept)).toEqual(['binned', 'binned']);
      await patch(work, `/restoring/${id}`, 'boss');
      expect((await journal(work, { document: String(id) })).entries[0]?.document?.kept).toBe('open');
      await work.docflow('DELETE', `/${id}`);
      await emptyBin(work);
      const gone = await journal(work, { search: 'черновик' });
      expect(events(gone)).toEqual(['created boss', 'binned boss', 'restored boss', 'binned boss', 'deleted ']);
      for (const { document } of gone.entries)
        expect(document).toEqual({
          ...{ id, num: 1, title: 'Черновик', task: 'Договор', version: 1 },
          kept: 'deleted',
        });
      expect(gone.entries[0]?.by).toBeNull();
    }));

  test('has who took a signed package, with the version that it shows', () =>
    withPaperwork(open, async (work) => {
      const { id } = await work.create({ title: 'Поставка', acceptor: ['anna'] });
      expect((await work.docflow('GET', `/${id}/package`, { as: 'anna' })).statusCode).toBe(200);
      const [taken] = (await journal(work, { event: 'package taken' })).entries;
      expect([taken?.event, taken?.by?.uid, taken?.document?.version, taken?.says]).toEqual([
        ...['package taken', 'anna', 1, []],
      ]);
    }));

  test('says which rights changed what people see and decide, between the events of documents', () =>
    withPaperwork(open, async (work) => {
      const start = await journal(work, { event: 'rights changed,role bound' });
      expect(start.entries.length).toBeGreaterThan(4);
      const rights = start.entries.filter(({ subject }) => subject === 'Кладовщик');
      expect(rights.flatMap(plain)).toEqual([
        'Добавлено: Закупки; Закупки / Договор; Закупки / Договор / Ознакомиться; Закупки / Приказ; Закупки / Приказ / Ознакомиться.',
      ]);
      work.setClock(EVENING + DAY_MS);
      await work.create({ title: 'Раньше' });
      work.setClock(EVENING + DAY_MS + 1);
      await work.bind('oleg', '');
      work.setClock(EVENING + DAY_MS + 2);
      await work.create({ title: 'Позже' });
      const [later, bound, earlier] = (await journal(work)).entries;
      expect([later?.document?.title, bound?.event, bound?.subject, earlier?.document?.title]).toEqual([
        'Позже',
        'role bound',
        'oleg@parts.example',
        'Раньше',
      ]);
      expect(bound && plain(bound)).toEqual(['Теперь: без роли.', 'Прежде: «Юрист».']);
      // Who looks for a document does not look for rights.
      expect((await journal(work, { search: 'раньше' })).entries.map(({ event }) => event)).toEqual(['created']);
    }));

  test('is narrowed by document, person, kinds of events and days, and gone through by pages', () =>
    withPaperwork(open, async (work) => {
      const first = await work.create({ title: 'Ёлки', acceptor: ['anna'] });
      const second = await work.create({ title: 'Сосны', acceptor: ['oleg'] });
      work.setClock(EVENING + DAY_MS);
      await patch(work, `/accepting/${first.id}`, 'anna');
      await patch(work, `/accepting/${second.id}`, 'oleg');
      const found = async (query: Record<string, string>) => events(await journal(work, query));
      expect(await found({ search: 'ЕЛКИ' })).toEqual(['created boss', 'signed anna']);
      expect(await found({ search: String(second.num) })).toEqual(['created boss', 'signed oleg']);
      expect(await found({ document: String(second.id) })).toEqual(['created boss', 'signed oleg']);
      // Who was asked is concerned; an e-mail and an uid find them too.
      for (const person of ['ANNA юрист', 'anna@parts', 'anna'])
        expect(await found({ person })).toEqual(['created boss', 'signed anna']);
      expect(await found({ event: 'signed,declined' })).toEqual(['signed anna', 'signed oleg']);
      expect(await found({ to: '2026-06-10', event: 'created,signed' })).toEqual(['created boss', 'created boss']);
      expect(await found({ from: '2026-06-11' })).toEqual(['signed anna', 'signed oleg']);
      expect(await found({ search: 'берёзы' })).toEqual([]);
      const whole = await journal(work);
      const pages: JournalEntry[] = [];
      for (let last: string | null = ''; last !== null; ) {
        const { entries, next }: JournalListAnswer = await journal(work, { limit: '3', ...(last && { last }) });
        expect(entries.length).toBeLessThanOrEqual(3);
        pages.push(...entries);
        last = next;
      }
      expect(pages).toEqual(whole.entries);
      expect(new Set(pages.map(({ id }) => id)).size).toBe(pages.length);
    }));

  test('is a file too, in which no text is a formula', () =>
    withPaperwork(open, async (work) => {
      await work.create({ title: '=1+1', acceptor: ['anna'] });
      const answer = await work.docflow('GET', '/journal/export?event=created', { as: 'admin' });
      expect([answer.statusCode, answer.headers['content-disposition']]).toEqual([
        200,
        'attachment; filename="documents-journal.xlsx"',
      ]);
      const file = join(await workFolder(), 'journal.xlsx');
      await writeFile(file, answer.rawPayload);
      const rows = texts(await readWhole(file));
      expect(rows.map((row) => row.slice(1, 7))).toEqual([
        ['Событие', '№', 'Тип документа', 'Документ или роль', 'Версия', 'Кто'],
        ['Создан', '1', 'Договор', '=1+1', '1', 'boss Директор'],
      ]);
    }));

  test('is of administrators, and refuses filters that make no sense', () =>
    withPaperwork(open, async (work) => {
      for (const path of ['/journal', '/journal/export']) {
        expect((await work.docflow('GET', path, { as: 'boss' })).statusCode).toBe(403);
        expect((await work.docflow('GET', path, { as: null as never })).statusCode).toBe(401);
      }
      for (const [query, error] of [
        [{ event: 'eaten' }, 'invalid event'],
        [{ event: 'signed,,' }, 'invalid event'],
        [{ from: '2026-02-30' }, 'invalid from'],
        [{ to: 'tomorrow' }, 'invalid to'],
        [{ last: '1;2' }, 'invalid last'],
        [{ document: 'x' }, 'invalid doc id'],
      ] as const)
        expect(said(await ask(work, query))).toEqual([400, error]);
      expect((await ask(work, { search: 'ё'.repeat(5_000), person: '%'.repeat(5_000) })).statusCode).toBe(200);
    }));
});

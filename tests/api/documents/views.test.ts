import XLSX from '@e965/xlsx';
import { expect, test } from 'vitest';
import type { DocumentView } from '../../../contract/documents/lists.ts';
import { DOCUMENT_MARKED_MAX, DOCUMENT_VIEWS_MAX } from '../../../contract/limits.ts';
import { aboveSql } from '../../support/databases.ts';
import { type Paperwork, said, withPaperwork } from './paperwork.ts';

const views = async (work: Paperwork, as: string): Promise<DocumentView[]> => {
  const answer = await work.docflow('GET', '/views', { as });
  expect(said(answer)).toEqual([200, undefined]);
  return answer.json();
};
/** The rows of the first sheet; no cell may hold a formula. */
function readWorkbook(content: Buffer): (string | number)[][] {
  const book = XLSX.read(content, { cellFormula: true });
  const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? {};
  expect(Object.values(sheet).filter((cell: XLSX.CellObject) => cell.f !== undefined)).toEqual([]);
  return XLSX.utils.sheet_to_json(sheet, { header: 1, defval: '' });
}
const keep = (work: Paperwork, as: string, json: object) => work.docflow('POST', '/views', { as, json });

aboveSql('views of the list of documents', (open) => {
  test(
    'are kept under a name, changed and forgotten by their owner alone; one at most is the default',
    { tags: ['store'] },
    () =>
      withPaperwork(open, async (work) => {
        const filter = { acceptor: '0', state: 'pending', sort: '-saved', evil: 'x', search: ' ' };
        const first = await keep(work, 'anna', { title: ' Мои  срочные ', filter, isDefault: true });
        expect(first.json()).toEqual([
          {
            id: expect.any(Number),
            title: 'Мои срочные',
            filter: { acceptor: '0', state: 'pending', sort: '-saved' },
            isDefault: true,
          },
        ]);
        await keep(work, 'anna', { title: 'Вторая', filter: {}, isDefault: true });
        expect((await views(work, 'anna')).map(({ title, isDefault }) => [title, isDefault])).toEqual([
          ['Мои срочные', false],
          ['Вторая', true],
        ]);
        expect(await views(work, 'oleg')).toEqual([]);
        const [{ id } = { id: 0 }] = await views(work, 'anna');
        const rename = (as: string) => work.docflow('PATCH', `/views/${id}`, { as, json: { title: 'Срочные' } });
        expect(said(await rename('oleg'))).toEqual([404, 'view not found']);
        expect((await rename('anna')).json<DocumentView[]>()[0]).toMatchObject({
          title: 'Срочные',
          filter: { acceptor: '0' },
          isDefault: false,
        });
        await work.docflow('DELETE', `/views/${id}`, { as: 'oleg' });
        expect(await views(work, 'anna')).toHaveLength(2);
        for (let time = 0; time < 2; time++) await work.docflow('DELETE', `/views/${id}`, { as: 'anna' });
        expect((await views(work, 'anna')).map(({ title }) => title)).toEqual(['Вторая']);
      }),
  );

  test('are refused without a name, of a wrong shape, and beyond the limit, also at once', () =>
    withPaperwork(open, async (work) => {
      const refused = async (json: object) => said(await keep(work, 'anna', json));
      expect(await refused({ title: ' ', filter: {} })).toEqual([400, 'invalid title']);
      for (const filter of [
        undefined,
        null,
        'x',
        [],
        { state: {} },
        { search: 'ю'.repeat(201) },
        { creator: '\u0001' },
      ])
        expect(await refused({ title: 'Один', filter })).toEqual([400, 'invalid filter']);
      expect(await refused({ title: 'Один', filter: { from: 'вчера' } })).toEqual([400, 'invalid from']);
      expect(await refused({ title: 'Один', filter: { directing: 'x' } })).toEqual([400, 'invalid directing id']);
      expect(said(await work.docflow('PATCH', '/views/x', { as: 'anna', json: {} }))).toEqual([400, 'invalid view id']);
      const made = await Promise.all(
        Array.from({ length: DOCUMENT_VIEWS_MAX + 3 }, (_, n) =>
          keep(work, 'anna', { title: `${n}`, filter: {}, isDefault: true }),
        ),
      );
      expect(made.filter(({ statusCode }) => statusCode === 409)).toHaveLength(3);
      const kept = await views(work, 'anna');
      expect(kept).toHaveLength(DOCUMENT_VIEWS_MAX);
      expect(kept.filter(({ isDefault }) => isDefault)).toHaveLength(1);
    }));
});

aboveSql('lists of documents as files', (open) => {
  test('hold what the filter finds or what is marked, never what the caller does not see, as plain texts', () =>
    withPaperwork(open, async (work) => {
      const formula = '=1+1';
      const one = await work.create({ title: formula, acceptor: ['anna', 'oleg'], recipient: ['reader'] });
      const two = await work.create({ title: 'Второй', acceptor: ['anna'] });
      await work.docflow('PATCH', `/accepting/${one.id}`, { as: 'anna' });
      const file = async (query: string, as: string) => {
        const answer = await work.docflow('GET', `/list/export${query}`, { as });
        expect(answer.statusCode).toBe(200);
        return readWorkbook(answer.rawPayload);
      };
      const titles = async (query: string, as: string) => (await file(query, as)).slice(1).map((row) => row[2]);
      expect(await titles('', 'anna')).toEqual(['Второй', formula]);
      expect(await titles('?sort=num', 'anna')).toEqual([formula, 'Второй']);
      expect(await titles('?signatory=reader', 'anna')).toEqual([formula]);
      expect(await titles(`?ids=${two.id},${one.id},${two.id}`, 'anna')).toEqual(['Второй', formula]);
      expect(await titles(`?ids=${two.id},${one.id}`, 'stranger')).toEqual([]);
      const row = (await file(`?ids=${one.id}`, 'anna'))[1];
      expect(row?.slice(3, 12)).toEqual([
        'Договор',
        'Закупки',
        'boss Директор',
        'На согласовании',
        1,
        2,
        0,
        1,
        expect.stringContaining('oleg'),
      ]);
      const refused = async (query: string) => said(await work.docflow('GET', `/list/export${query}`, { as: 'anna' }));
      expect(await refused('?ids=1,x')).toEqual([400, 'invalid doc id']);
      const many = Array.from({ length: DOCUMENT_MARKED_MAX + 1 }, (_, n) => n + 1);
      expect(await refused(`?ids=${many}`)).toEqual([400, 'too many documents']);
    }));
});

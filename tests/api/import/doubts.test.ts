import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { eachDialect } from '../../support/databases.ts';
import { writeBook } from '../../support/workbooks.ts';
import { workFolder } from '../../support/workbooks-read.ts';
import { importFile, importText, openCatalogue, positionsOf } from './catalogue.ts';

vi.setConfig({ testTimeout: 60_000 });

const list = (count: number, price: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => `A-${at};Фильтр;${price(at)};1;`);
const kinds = ({ doubtful }: { doubtful: readonly { kind: string }[] }) => doubtful.map(({ kind }) => kind);

eachDialect('a run that reads as no success', (open) => {
  it('applied nothing, lost its prices, or moved them', async () => {
    const database = await openCatalogue(open);
    expect(
      kinds(
        await importText(
          database,
          list(20, () => '5'),
        ),
      ),
    ).toEqual([]);
    expect(
      kinds(
        await importText(
          database,
          list(20, (at) => (at < 3 ? '50,01' : '6')),
        ),
      ),
    ).toEqual(['prices-moved']);
    expect(
      kinds(
        await importText(
          database,
          list(20, (at) => (at < 7 ? '' : '6')),
        ),
      ),
    ).toEqual(['prices-missing']);
    expect(
      kinds(
        await importText(
          database,
          list(20, (at) => (at < 5 ? 'x' : '6')),
        ),
      ),
    ).toEqual(['mostly-failed']);
    const nothing = await importText(
      database,
      list(20, () => 'x'),
    );
    expect(kinds(nothing)).toEqual(['nothing-applied']);
    expect(nothing).toMatchObject({ failed: 20, message: expect.stringContaining('обновлено 0') });
    const unknown = Array.from({ length: 5 }, (_, at) => `B-${at};Кольцо;1;1;`);
    const known = await importText(database, [...list(1, () => '6'), ...unknown], {
      form: { addNewPositionMode: '' },
    });
    expect(kinds(known)).toEqual([]);
  });

  it('has prices that are formulas without values: every row fails, and no price becomes 0', async () => {
    const database = await openCatalogue(open);
    await importText(
      database,
      list(20, () => '5'),
    );
    const file = join(await workFolder(), 'formulas.xlsx');
    const formula = (at: number) => ({ xml: `<c><f>D${at + 1}*2</f></c>` });
    const rows = Array.from({ length: 20 }, (_, at) => [`A-${at}`, 'Фильтр', formula(at), 1]);
    const drawnDown = Array.from({ length: 20 }, (_, at) => [null, null, formula(at + 20)]);
    await writeBook(file, { sheets: [{ name: 'A', rows: [...rows, ...drawnDown] }] });
    const report = await importFile(database, file);
    expect(report).toMatchObject({ failed: 20, skipped: 0 });
    expect(report.errors[0]).toMatchObject({ row: 1, column: 'C', code: 'formula-without-value' });
    expect(kinds(report)).toEqual(['nothing-applied']);
    expect((await positionsOf(database)).every(({ price }) => price === 500)).toBe(true);
  });

  it('counts a position once, however often the file names it', async () => {
    const database = await openCatalogue(open);
    await importText(
      database,
      list(2, () => '5'),
    );
    const filler = Array.from({ length: 1_500 }, (_, at) => `F-${at};Деталь;1;1;`);
    const lines = ['A-0;Фильтр;500;1;', 'A-0;Фильтр;600;1;', ...filler, 'A-0;Фильтр;5;1;', 'A-1;Фильтр;6;1;'];
    expect(kinds(await importText(database, lines))).toEqual([]);
  });
});

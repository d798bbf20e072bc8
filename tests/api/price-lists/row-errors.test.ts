import { expect, test, vi } from 'vitest';
import { countFailedRows, failedRowsOf } from '../../../server/price-lists/apply/row-errors.ts';
import { placeOf } from '../../../server/price-lists/rules/form-fields.ts';
import { aboveSql } from '../../support/databases.ts';
import { openCatalogue } from './catalogue.ts';

vi.setConfig({ testTimeout: 60_000 });

aboveSql('the row errors of a run', (open) => {
  test('are read page by page in the order of the rows, whole and each once, whatever they were found in', {
    tags: ['store'],
  }, async () => {
    const database = await openCatalogue(open);
    // Rows that waited for the end of the file were noted last; a row with two errors lies across the end of a page.
    const rows = Array.from({ length: 4_100 }, (_, at) => 4_100 - at);
    const error = (place: number, sheet: number, row: number, runId = 7) => ({
      run_id: runId,
      place,
      sheet_row: placeOf(sheet, row),
      column_letter: place % 2 === 0 ? 'C' : null,
      code: 'x',
      message: `ошибка ${place}`,
      text: '',
    });
    const noted = [
      ...rows.map((row, at) => error(at + 1, 0, row)),
      error(5_000, 0, 2_000),
      error(5_001, 0, 2_000),
      error(5_002, 1, 3),
      error(1, 0, 1, 8),
    ];
    await database.write(async (transaction) => {
      for (let from = 0; from < noted.length; from += 1_000)
        await transaction
          .insertInto('import_row_errors')
          .values(noted.slice(from, from + 1_000))
          .execute();
    });
    const found = await Array.fromAsync(failedRowsOf(database.read, 7, 0));
    expect(found.map(({ row }) => row)).toEqual(rows.toReversed());
    expect(found[1_999]).toEqual({ row: 2_000, text: 'ошибка 2101; C: ошибка 5000; ошибка 5001' });
    expect(await Array.fromAsync(failedRowsOf(database.read, 7, 1))).toEqual([{ row: 3, text: 'C: ошибка 5002' }]);
    expect(await countFailedRows(database.read, 7)).toEqual(
      new Map([
        [0, 4_100],
        [1, 1],
      ]),
    );
  });
});

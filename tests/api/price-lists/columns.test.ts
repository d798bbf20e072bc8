import { sql } from 'kysely';
import { expect, it } from 'vitest';
import {
  columnsInPlace,
  POSITION_COLUMNS,
  POSITION_NAMES,
  type PositionColumn,
} from '../../../contract/catalogue/columns.ts';
import { migrations } from '../../../server/catalogue/context/migrations.ts';
import type { CatalogueSchema } from '../../../server/catalogue/context/schema.ts';
import { eachDialect } from '../../support/databases.ts';

eachDialect('the columns of positions', (open) => {
  it('are those of the migrated table', async () => {
    const database = await open<CatalogueSchema>(migrations);
    const asked =
      database.dialect === 'sqlite'
        ? sql<{ name: string }>`SELECT name FROM pragma_table_info('positions')`
        : sql<{ name: string }>`SELECT column_name AS name FROM information_schema.columns
            WHERE table_name = 'positions' AND table_schema = current_schema()`;
    const { rows } = await asked.execute(database.read);
    expect(rows.map(({ name }) => name).sort()).toEqual([...POSITION_NAMES].sort());
  });
});

it('no two columns share a place in a form, a list or on the card, and what people see has a label', () => {
  for (const use of ['imported', 'exported', 'card'] as const) {
    const columns = columnsInPlace(use).map((name): PositionColumn => POSITION_COLUMNS[name]);
    const places = columns.map((column) => column[use]?.place);
    expect(new Set(places).size, use).toBe(places.length);
    for (const { label } of columns) expect(label).not.toBe('');
  }
});

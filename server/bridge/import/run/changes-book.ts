import type { Readable } from 'node:stream';
import { labelWithUnit } from '../../../../contract/columns-by-use.ts';
import type { RunChange } from '../../../../contract/import-runs.ts';
import { POSITION_COLUMNS } from '../../../../contract/position-columns.ts';
import type { Database } from '../../../database/types.ts';
import type { Column } from '../../../sheets/columns.ts';
import { pagedXlsxStream } from '../../../sheets/stream.ts';
import type { SheetRow } from '../../../sheets/xlsx.ts';
import type { BridgeSchema } from '../../schema.ts';
import { countChanges, listChanges } from './list-runs.ts';

const PAGE = 2_000;

/** The columns of which the book says both states. */
const COMPARED = ['price', 'amount'] as const;

const text = (header: string, width: number): Column => ({ header, width, kind: 'text' });

const COLUMNS: readonly Column[] = [
  text('Артикул', 24),
  text('Наименование', 60),
  text('Что изменилось', 40),
  ...COMPARED.flatMap((name): Column[] => {
    const label = labelWithUnit(name);
    const kind = name === 'price' ? 'money' : 'amount';
    return [
      { header: `${label}: было`, width: 16, kind },
      { header: `${label}: стало`, width: 16, kind },
    ];
  }),
];

/** What a run changed, as a workbook: a row for each position. */
export async function changesBook(database: Database<BridgeSchema>, runId: number): Promise<Readable> {
  const rowCount = await countChanges(database, { runId, key: '' });
  return pagedXlsxStream({ name: 'Изменения', columns: COLUMNS, rowCount, rows: pages(database, runId) });
}

async function* pages(database: Database<BridgeSchema>, runId: number): AsyncGenerator<SheetRow[]> {
  let after = 0;
  for (;;) {
    const changes = await listChanges(database, { runId, after, key: '', limit: PAGE });
    if (changes.length > 0) yield changes.map(bookRow);
    if (changes.length < PAGE) return;
    after = changes.at(-1)?.positionId ?? 0;
  }
}

function bookRow({ article, title, before, after }: RunChange): SheetRow {
  const labels = Object.keys(after)
    .map((name) =>
      name in POSITION_COLUMNS ? POSITION_COLUMNS[name as keyof typeof POSITION_COLUMNS].label : '',
    )
    .filter((label) => label !== '');
  const what = before === null ? 'Новая позиция' : [...new Set(labels)].join(', ');
  const states = COMPARED.flatMap((name) => [before?.[name] ?? '', after[name] ?? '']);
  return [article, title, what, ...states];
}

import type { Readable } from 'node:stream';
import type { Column } from '../../sheets/columns.ts';
import { ownColumn } from '../../sheets/own-columns.ts';
import { xlsxStream } from '../../sheets/stream.ts';
import { stockTitle } from '../position.ts';
import type { RequestedItem } from './new-request.ts';

const SHOWN = ['article', 'title', 'manufacturer', 'brand', 'stock', 'amount', 'price'] as const;
const COLUMNS: readonly Column[] = [...SHOWN.map(ownColumn), { header: 'Сумма', width: 14, kind: 'money' }];

/** The offers of a request as an .xlsx; `name` is the title of the sheet. Texts are never read as formulas. */
export const requestWorkbook = (name: string, items: readonly RequestedItem[]): Readable =>
  xlsxStream({
    name,
    columns: COLUMNS,
    rowCount: items.length,
    rows: items.map(({ article, title, manufacturer, brand, provider_id, amount, price }) => [
      ...[article, title, manufacturer, brand, stockTitle(provider_id), amount, price],
      price * amount,
    ]),
  });

import type { Migration } from '../../platform/database/types.ts';

const table = (big: string, text: string, tail: string): string =>
  `CREATE TABLE import_waiting_rows (
    run_id ${big} NOT NULL,
    stage INTEGER NOT NULL,
    key ${text} NOT NULL,
    maker ${text} NOT NULL,
    sheet_row ${big} NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (run_id, stage, key, maker, sheet_row)
  )${tail}`;

/**
 * Rows of a price list that can be applied only when the whole file is known (decisions 30 and 31): filled and emptied
 * again within the transaction of an import. Compared byte by byte, so that both databases agree on the order.
 */
export const waitingRows: Migration = {
  version: 7,
  name: 'waiting-rows',
  sqlite: [table('INTEGER', 'TEXT', ' WITHOUT ROWID')],
  postgres: [table('BIGINT', 'TEXT COLLATE "C"', '')],
};

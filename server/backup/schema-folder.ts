/** What a backup knows of a table besides its rows. */
export interface TableNote {
  readonly name: string;
  /** In the order of the fields of each row. */
  readonly columns: readonly string[];
  readonly rows: number;
  /** The last value that was counted; null: nothing is counted there. */
  readonly last: number | null;
}

/** The folder of a schema in a backup: a file for each table in the text format of COPY, and TABLES, a list of TableNote. */
export const folderOfSchema = (schema: string): string => `${schema}.postgres`;
export const TABLES = 'tables.json';
export const fileOfTable = (table: string): string => `${table}.copy`;

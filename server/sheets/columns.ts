/** How a cell is written and shown. */
export type CellKind = 'text' | 'integer' | 'money' | 'amount';

/** A column of any table that we write. */
export interface Column {
  /** Text of the header cell. */
  readonly header: string;
  /** Width in characters. */
  readonly width: number;
  readonly kind: CellKind;
}

import type { TextEncoding } from '../../../contract/bridge.ts';
import type { SheetRow } from './cell.ts';
import type { ReadingRemark } from './remark.ts';

/** Where a reader puts what it reads. Calls may block until the other side takes it. */
export interface ReadSink {
  sheet(title: string, all: readonly string[]): void;
  /** The last row of the sheet, where the file says it. */
  extent(rows: number): void;
  /** How the file is read, when it is a text. */
  encoding(encoding: TextEncoding): void;
  remark(remark: ReadingRemark): void;
  rows(rows: readonly SheetRow[]): void;
  /** 0..1 of the file. */
  progress(done: number): void;
}

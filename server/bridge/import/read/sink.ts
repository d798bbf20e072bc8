import type { SheetRow } from './cell.ts';

/** Where a reader puts what it reads. Calls may block until the other side takes it. */
export interface ReadSink {
  sheet(title: string, all: readonly string[]): void;
  rows(rows: readonly SheetRow[]): void;
  /** 0..1 of the file. */
  progress(done: number): void;
}

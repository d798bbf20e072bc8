/** Where an import stands, as its job tells it. */
export interface ImportProgress {
  /** Rows applied so far. */
  readonly rows: number;
  /** 0..1 of the file. */
  readonly done: number;
  readonly committing: boolean;
}

/** How busy a database is with this process. */
export interface DatabaseLoad {
  readonly active: number;
  readonly waiting: number;
}

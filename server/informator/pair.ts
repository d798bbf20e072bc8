/** A direction and a task (a type of documents): what a permission is held on. */
export interface Pair {
  readonly directing: number;
  readonly task: number;
}

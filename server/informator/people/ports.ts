import type { Transaction } from 'kysely';
import type { InformatorSchema } from '../schema.ts';

/** What the lists of directions and tasks ask of the documents that stand under their rows. */
export interface ListedDocuments {
  /** How many documents stand under a direction or a task. */
  count(
    transaction: Transaction<InformatorSchema>,
    list: 'directings' | 'tasks',
    id: number,
  ): Promise<number>;
  /** Makes recipients of a task's documents wait for the acceptors, or no longer. */
  askInTurn(
    transaction: Transaction<InformatorSchema>,
    task: number,
    ordered: boolean,
    now: number,
  ): Promise<void>;
}

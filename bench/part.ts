import type { Figure } from './table.ts';
import type { Scale, Workbench } from './workbench.ts';

/**
 * Something that is measured, in a file of its own. A part finds nothing that another one left: it may run after any
 * other, and alone.
 */
export interface Part {
  /** As --only names it. */
  readonly name: string;
  /** Heading of its table. */
  title(scale: Scale): string;
  /** Throws when it cannot be carried out. What this machine lacks is a figure that says so, see `leftOut`. */
  measure(bench: Workbench): Promise<readonly Figure[]>;
}

/** How the database behind the servers is called in headings. */
export const engineTitle = ({ engine }: Pick<Scale, 'engine'>): string =>
  engine === 'postgres' ? 'PostgreSQL' : 'SQLite';

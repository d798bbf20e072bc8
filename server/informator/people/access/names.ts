import type { Kysely } from 'kysely';
import type { InformatorSchema } from '../../schema.ts';

/** Titles of everything that rights are made of, by id, in the order they were made. */
export interface Names {
  readonly roles: ReadonlyMap<number, string>;
  readonly directings: ReadonlyMap<number, string>;
  readonly tasks: ReadonlyMap<number, string>;
  readonly actions: ReadonlyMap<number, string>;
  /** Tasks whose recipients are asked when every acceptor has signed. */
  readonly ordered: ReadonlySet<number>;
}

/** Reads the four lists whole: they are short. */
export async function namesOf(read: Kysely<InformatorSchema>): Promise<Names> {
  const titles = async (list: Exclude<keyof Names, 'ordered'>) => {
    const rows = await read.selectFrom(list).select(['id', 'title']).orderBy('id').execute();
    return new Map(rows.map(({ id, title }) => [id, title]));
  };
  const ordered = await read.selectFrom('tasks').select('id').where('ordered', '=', 1).execute();
  return {
    roles: await titles('roles'),
    directings: await titles('directings'),
    tasks: await titles('tasks'),
    actions: await titles('actions'),
    ordered: new Set(ordered.map(({ id }) => id)),
  };
}

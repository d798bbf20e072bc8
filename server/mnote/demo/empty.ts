import type { Database } from '../../database/types.ts';
import type { MnoteSchema } from '../schema.ts';

/** Whether there is no slide. */
export const hasNoSlides = async ({ read }: Pick<Database<MnoteSchema>, 'read'>): Promise<boolean> =>
  (await read.selectFrom('notes').select('id').limit(1).executeTakeFirst()) === undefined;

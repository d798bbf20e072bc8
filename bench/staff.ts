import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '../server/database/open.ts';
import { informatorMigrations } from '../server/informator/migrations/index.ts';
import type { InformatorSchema } from '../server/informator/schema.ts';

/** Profiles of the info service while rights are measured. */
export const STAFF = 1_000;
const AT_ONCE = 100;

/** Puts profiles where the server expects its own. */
export async function prepareStaff(dataFolder: string, postgres: string | null): Promise<void> {
  await mkdir(dataFolder, { recursive: true });
  const database = await openDatabase<InformatorSchema>(
    postgres
      ? { dialect: 'postgres', url: postgres, schema: 'informator' }
      : { dialect: 'sqlite', file: join(dataFolder, 'informator.db') },
    informatorMigrations,
  );
  for (let first = 0; first < STAFF; first += AT_ONCE) {
    const values = Array.from({ length: AT_ONCE }, (_, at) => {
      const email = `user${first + at}@bench.example`;
      const name = `Сотрудник ${first + at}`;
      return {
        uid: `bench-${first + at}`,
        email,
        email_key: email,
        name,
        photo: null,
        role_id: null,
        search_text: `${name.toLowerCase()} ${email}`,
        created_at: 0,
        updated_at: 0,
      };
    });
    await database.write((transaction) => transaction.insertInto('users').values(values).execute());
  }
  await database.close();
}

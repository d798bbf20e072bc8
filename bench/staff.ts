import { openDatabase } from '../server/platform/database/open.ts';
import { portalMigrations } from '../server/portal-database/migrations.ts';
import type { PortalSchema } from '../server/portal-database/schema.ts';
import { locationOf, type Place } from './place.ts';

const AT_ONCE = 100;

/** Puts `count` profiles of the info service where the server expects its own. */
export async function prepareStaff(place: Place, count: number): Promise<void> {
  const database = await openDatabase<PortalSchema>(locationOf(place, 'informator'), portalMigrations);
  for (let first = 0; first < count; first += AT_ONCE) {
    const values = Array.from({ length: Math.min(AT_ONCE, count - first) }, (_, at) => {
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

import { type Kysely, type RawBuilder, sql } from 'kysely';
import { ACTIONS } from '../../../../contract/access.ts';
import type { Editor } from '../../../../contract/versions.ts';
import { dayOf } from '../../../text/day.ts';
import { bothMay, ROLES_OF_BOTH, substitutionsOn } from '../../access-conditions.ts';
import type { InformatorSchema } from '../../schema.ts';
import type { PeopleContext } from '../context.ts';
import { disabledOf } from '../users/disabled.ts';

/** The calendar day (YYYY-MM-DD) where the organisation is. */
export const currentDay = ({ clock, timeZone }: Pick<PeopleContext, 'clock' | 'timeZone'>): string =>
  dayOf(clock(), timeZone);

/** Whom somebody substitutes today, with their names. Throws 503 when the auth service cannot be asked. */
export async function representedNow(context: PeopleContext, uid: string): Promise<Editor[]> {
  const represented = await selectRepresented(context.database.read, uid, currentDay(context));
  const disabled = await disabledOf(
    context,
    represented.map((person) => person.uid),
  );
  return represented.filter((person) => !disabled.has(person.uid));
}

/**
 * Whom a user substitutes on a day (YYYY-MM-DD), with their names, in the order of their profiles. Whoever substitutes
 * these people in turn acts for them alone. Whether their accounts are disabled the auth service has to be asked.
 */
async function selectRepresented(
  read: Kysely<InformatorSchema>,
  uid: string,
  day: string,
): Promise<Editor[]> {
  const rows = await substitutionsOn(read, day)
    .select(['absent.uid', 'absent.name', 'absent.email'])
    .where('acting.uid', '=', uid)
    .where(isSubstitute())
    .orderBy('absent.id')
    .execute();
  return rows.map((row) => ({ ...row, name: row.name ?? '' }));
}

/** That `absent` and `acting` have something in common that one may do for the other. */
const isSubstitute = (): RawBuilder<boolean> =>
  bothMay(ROLES_OF_BOTH, sql`actions.title IN (${ACTIONS.approve}, ${ACTIONS.acknowledge})`);

import { type RawBuilder, sql } from 'kysely';
import type { Editor } from '../../../contract/answers.ts';
import type {
  Substitute,
  SubstituteAnswer,
  SubstituteRight,
  SubstituteRights,
} from '../../../contract/documents/documents.ts';
import { ACTION_OF } from '../../../contract/documents/words.ts';
import type { Doer } from '../../../contract/journal/events.ts';
import { badRequest } from '../../platform/http/request.ts';
import { dayOf } from '../../platform/text/day.ts';
import { bothRolesAllow, ROLES_OF_BOTH, substitutionsOn } from '../../portal-database/access-conditions.ts';
import type { PortalChange, PortalSource, UserRow } from '../../portal-database/schema.ts';
import { disabledOf } from './account-of-profile.ts';
import type { PeopleContext } from './context.ts';
import { findByUid } from './profile-store.ts';

/** Somebody who may be away. */
type Absent = Pick<UserRow, 'id' | 'uid' | 'email'>;

/** Who acts for somebody, and for whom that person acts today. Throws 503. */
export async function substitutionOf(context: PeopleContext, { uid }: Pick<Absent, 'uid'>): Promise<SubstituteAnswer> {
  return {
    substitute: await findSubstitute(context.database.read, uid, currentDay(context)),
    represents: await representedNow(context, uid),
  };
}

/** What a colleague could decide for somebody. Throws 400 `invalid uid` for whoever is no colleague. */
export async function substituteRightsOf(
  { database: { read } }: PeopleContext,
  absent: Pick<Absent, 'uid'>,
  colleague: string,
): Promise<SubstituteRights> {
  const acting = await findByUid(read, colleague);
  if (!acting || acting.uid === absent.uid) throw badRequest('invalid uid');
  return selectSubstituteRights(read, absent.uid, acting.uid);
}

/**
 * Names who acts for somebody between two days, in place of whoever was named before, and tells the journal. Throws 400 for
 * days that are over, for whoever may decide nothing of it, and for whoever has no account that works; 503.
 */
export async function appointSubstitute(
  context: PeopleContext,
  absent: Absent,
  wanted: Pick<Substitute, 'uid' | 'from' | 'to'>,
  by: Doer,
): Promise<SubstituteAnswer> {
  if (wanted.uid === absent.uid) throw badRequest('invalid uid');
  if (wanted.to < wanted.from || wanted.to < currentDay(context)) throw badRequest('invalid to');
  if ((await disabledOf(context, [wanted.uid])).size > 0) throw badRequest('invalid uid');
  await context.database.write(async (transaction) => {
    if (!(await setSubstitute(transaction, absent.id, wanted))) throw badRequest('invalid uid');
    const rights = await selectSubstituteRights(transaction, absent.uid, wanted.uid);
    // Thrown inside: whoever was named before stays.
    if (coversNothing(rights)) throw badRequest('substitute has no right');
  });
  const named = await substitutionOf(context, absent);
  context.trail.record({
    event: 'substitute.set',
    by,
    ...{ target: named.substitute?.email, targetUid: wanted.uid },
    details: { ...ownerIn(absent, by), from: wanted.from, to: wanted.to },
  });
  return named;
}

/** Leaves somebody without a substitute, and tells the journal where there was one. Throws 503. */
export async function cancelSubstitute(context: PeopleContext, absent: Absent, by: Doer): Promise<SubstituteAnswer> {
  const { database, trail } = context;
  const former = await findSubstitute(database.read, absent.uid, currentDay(context));
  await database.write((transaction) => removeSubstitute(transaction, absent.id));
  if (former) {
    const { email: target, uid: targetUid } = former;
    trail.record({ event: 'substitute.removed', by, target, targetUid, details: ownerIn(absent, by) });
  }
  return substitutionOf(context, absent);
}

/** Whose substitute it is, where somebody else says so. */
const ownerIn = ({ uid, email }: Absent, { actor }: Doer) => (actor?.uid === uid ? {} : { absent: email });

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
async function selectRepresented(read: PortalSource, uid: string, day: string): Promise<Editor[]> {
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
  bothRolesAllow(ROLES_OF_BOTH, sql`actions.title IN (${sql.join(Object.values(ACTION_OF))})`);

interface Row {
  readonly directing: string;
  readonly task: string;
  readonly action: SubstituteRight['action'];
  readonly may: number;
}

/**
 * What one person may decide about documents, split by whether another may do it for him: a substitution stands only where
 * the roles of both allow the decision.
 */
async function selectSubstituteRights(read: PortalSource, absent: string, acting: string): Promise<SubstituteRights> {
  const { rows } = await sql<Row>`
    SELECT directings.title AS directing, tasks.title AS task, actions.title AS action,
      CASE WHEN EXISTS (SELECT 1 FROM users AS acting JOIN role_tasks AS own ON own.role_id = acting.role_id
        WHERE acting.uid = ${acting} AND own.directing_id = theirs.directing_id
          AND own.task_id = theirs.task_id AND own.actions LIKE '%,' || actions.id || ',%')
        THEN 1 ELSE 0 END AS may
    FROM users AS absent
    JOIN role_tasks AS theirs ON theirs.role_id = absent.role_id
    JOIN actions ON theirs.actions LIKE '%,' || actions.id || ',%'
    JOIN directings ON directings.id = theirs.directing_id
    JOIN tasks ON tasks.id = theirs.task_id
    WHERE absent.uid = ${absent} AND actions.title IN (${sql.join(Object.values(ACTION_OF))})
    ORDER BY directings.title, tasks.title, actions.id`.execute(read);
  const right = ({ directing, task, action }: Row): SubstituteRight => ({ directing, task, action });
  return {
    covered: rows.filter(({ may }) => Number(may) === 1).map(right),
    missing: rows.filter(({ may }) => Number(may) === 0).map(right),
  };
}

/** Whether naming somebody would be of no use: there is something to decide, and nothing of it would be his. */
const coversNothing = ({ covered, missing }: SubstituteRights): boolean => covered.length === 0 && missing.length > 0;

/** The present or coming substitute of a user; null: none, or the days are over. */
async function findSubstitute(read: PortalSource, uid: string, today: string): Promise<Substitute | null> {
  const row = await read
    .selectFrom('substitutes')
    .innerJoin('users as absent', 'absent.id', 'substitutes.user_id')
    .innerJoin('users as acting', 'acting.id', 'substitutes.substitute_id')
    .select(['acting.uid', 'acting.name', 'acting.email', 'from_day', 'to_day'])
    .where('absent.uid', '=', uid)
    .where('to_day', '>=', today)
    .executeTakeFirst();
  return row ? { uid: row.uid, name: row.name ?? '', email: row.email, from: row.from_day, to: row.to_day } : null;
}

/** Makes a person the only substitute of a user between two days; false when the person has no profile. */
async function setSubstitute(
  transaction: PortalChange,
  user: number,
  { uid, from, to }: Pick<Substitute, 'uid' | 'from' | 'to'>,
): Promise<boolean> {
  const acting = await transaction.selectFrom('users').select('id').where('uid', '=', uid).executeTakeFirst();
  if (!acting) return false;
  const days = { substitute_id: acting.id, from_day: from, to_day: to };
  await transaction
    .insertInto('substitutes')
    .values({ user_id: user, ...days })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(days))
    .execute();
  return true;
}

/** Leaves a user without a substitute. */
async function removeSubstitute(transaction: PortalChange, user: number): Promise<void> {
  await transaction.deleteFrom('substitutes').where('user_id', '=', user).execute();
}

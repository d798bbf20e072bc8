// Substitutes, who decide about documents while a colleague is away: routes, rules and SQL.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import type { Editor } from '../../../contract/answers.ts';
import * as documents from '../../../contract/documents/documents.ts';
import { ACTION_OF } from '../../../contract/documents/words.ts';
import type { Doer } from '../../../contract/journal/events.ts';
import { TIES_SHOWN } from '../../../contract/limits.ts';
import { SUBSTITUTE_FORM } from '../../../contract/people/forms.ts';
import * as http from '../../platform/http/request.ts';
import { dayOf } from '../../platform/text/day.ts';
import * as portal from '../../portal-database/schema.ts';
import { accountOf, byPresentEmail, disabledOf, ensureProfile, type PeopleContext } from './accounts.ts';
import { findByUid, isStaff } from './profile-store.ts';

const response = { 200: documents.SubstituteAnswer };
const options = (summary: string) => ({ config: { permission: 'signed-in' as const }, schema: { summary, response } });

export function substituteRoutes(context: PeopleContext): FastifyPluginAsyncTypebox {
  const own = async (request: FastifyRequest): Promise<portal.UserRow> => {
    const user = await findByUid(context.database.read, http.requireCaller(request).uid);
    if (!user) throw http.notFound('user not found');
    return user;
  };

  return async (app) => {
    app.get('/substitute', options('Who acts for the caller, and for whom he acts today'), async (request) =>
      substitutionOf(context, await own(request)),
    );

    app.get(
      '/substitute/rights',
      {
        config: { permission: 'signed-in' },
        schema: {
          summary: 'What a colleague could decide for the caller, and what only the caller may',
          querystring: documents.SubstituteRightsQuery,
          response: { ...response, 200: documents.SubstituteRights },
        },
      },
      async (request) => {
        const user = await own(request);
        // As for the search of colleagues.
        if (http.requireCaller(request).rank !== 'admin' && !(await isStaff(context.database.read, user)))
          throw http.forbidden();
        return substituteRightsOf(context, user, request.query.uid ?? '');
      },
    );

    const put = options('Names who acts for the caller from one day to another, both included');
    app.put('/substitute', { ...put, config: { ...put.config, form: SUBSTITUTE_FORM } }, async (request) => {
      const user = await own(request);
      return appointSubstitute(context, user, http.readForm(request, SUBSTITUTE_FORM), http.auditActor(request));
    });

    app.delete('/substitute', options('Leaves the caller without a substitute'), async (request) =>
      cancelSubstitute(context, await own(request), http.auditActor(request)),
    );
  };
}

const personOptions = (summary: string) => ({
  config: { permission: 'admin' as const },
  schema: { summary, params: http.EmailPath, response: { 200: documents.SubstituteAnswer } },
});

/** Routes of the substitute of any person, for administrators, by the same rules. */
export function personSubstituteRoutes(context: PeopleContext): FastifyPluginAsyncTypebox {
  /** The person of the address; reading makes no profile. */
  async function seenIn({ email }: { readonly email: string }): Promise<Pick<portal.UserRow, 'uid'>> {
    const person = (await byPresentEmail(context, email)) ?? (await accountOf(context, { email }));
    if (!person) throw http.notFound('user not found');
    return person;
  }

  return async (app) => {
    const path = '/people/:email/substitute';
    app.get(path, personOptions('Who acts for somebody, and for whom that person acts today'), async (request) =>
      substitutionOf(context, await seenIn(request.params)),
    );

    app.get(
      `${path}/rights`,
      {
        ...personOptions(''),
        schema: {
          summary: 'What a colleague could decide for somebody, and what not',
          params: http.EmailPath,
          querystring: documents.SubstituteRightsQuery,
          response: { 200: documents.SubstituteRights },
        },
      },
      async ({ params: named, query }) => substituteRightsOf(context, await seenIn(named), query.uid ?? ''),
    );

    const put = personOptions('Names who acts for somebody from one day to another, both included');
    app.put(path, { ...put, config: { ...put.config, form: SUBSTITUTE_FORM } }, async (request) => {
      const found = await ensureProfile(context, request.params.email, http.auditActor(request));
      if (!found) throw http.notFound('user not found');
      const wanted = http.readForm(request, SUBSTITUTE_FORM);
      return appointSubstitute(context, found.profile, wanted, http.auditActor(request));
    });

    app.delete(path, personOptions('Leaves somebody without a substitute'), async (request) => {
      const profile = await byPresentEmail(context, request.params.email);
      return profile
        ? cancelSubstitute(context, profile, http.auditActor(request))
        : substitutionOf(context, await seenIn(request.params));
    });
  };
}

type Absent = Pick<portal.UserRow, 'id' | 'uid' | 'email'>;

/** The substitute of a user, and the people whom the user substitutes today. Throws 503. */
async function substitutionOf(
  context: PeopleContext,
  { uid }: Pick<Absent, 'uid'>,
): Promise<documents.SubstituteAnswer> {
  return {
    substitute: await findSubstitute(context.database.read, uid, currentDay(context)),
    represents: await representedNow(context, uid),
  };
}

/** What a colleague could decide for a user. Throws 400 `invalid uid` where there is no such colleague. */
async function substituteRightsOf(
  { database: { read } }: PeopleContext,
  absent: Pick<Absent, 'uid'>,
  colleague: string,
): Promise<documents.SubstituteRights> {
  const acting = await findByUid(read, colleague);
  if (!acting || acting.uid === absent.uid) throw http.badRequest('invalid uid');
  return selectSubstituteRights(read, absent.uid, acting.uid);
}

/** Appoints a substitute between two days. Throws 400 for past days and for useless or disabled colleagues, 503. */
async function appointSubstitute(
  context: PeopleContext,
  absent: Absent,
  wanted: Pick<documents.Substitute, 'uid' | 'from' | 'to'>,
  by: Doer,
): Promise<documents.SubstituteAnswer> {
  if (wanted.uid === absent.uid) throw http.badRequest('invalid uid');
  if (wanted.to < wanted.from || wanted.to < currentDay(context)) throw http.badRequest('invalid to');
  if ((await disabledOf(context, [wanted.uid])).size > 0) throw http.badRequest('invalid uid');
  await context.database.write(async (transaction) => {
    if (!(await setSubstitute(transaction, absent.id, wanted))) throw http.badRequest('invalid uid');
    const { covered, missing } = await selectSubstituteRights(transaction, absent.uid, wanted.uid);
    // Useless: there are decisions, and none would be theirs. Thrown inside the transaction: the former one stays.
    if (covered.length === 0 && missing.length > 0) throw http.badRequest('substitute has no right');
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

/** Removes the substitute of a user, and records that in the journal. Throws 503. */
async function cancelSubstitute(context: PeopleContext, absent: Absent, by: Doer): Promise<documents.SubstituteAnswer> {
  const { database, trail } = context;
  const former = await findSubstitute(database.read, absent.uid, currentDay(context));
  await database.write((transaction) =>
    transaction.deleteFrom('substitutes').where('user_id', '=', absent.id).execute(),
  );
  if (former) {
    const { email: target, uid: targetUid } = former;
    trail.record({ event: 'substitute.removed', by, target, targetUid, details: ownerIn(absent, by) });
  }
  return substitutionOf(context, absent);
}

/** The absent user, where another user makes the change. */
const ownerIn = ({ uid, email }: Absent, { actor }: Doer) => (actor?.uid === uid ? {} : { absent: email });

/** The calendar day (YYYY-MM-DD) where the organisation is. */
export const currentDay = ({ clock, timeZone }: Pick<PeopleContext, 'clock' | 'timeZone'>): string =>
  dayOf(clock(), timeZone);

/** The people whom a user substitutes today, without disabled accounts. Throws 503. */
export async function representedNow(context: PeopleContext, uid: string): Promise<Editor[]> {
  const represented = await selectRepresented(context.database.read, uid, currentDay(context));
  const uids = represented.map((person) => person.uid);
  const disabled = await disabledOf(context, uids);
  return represented.filter((person) => !disabled.has(person.uid));
}

/** The people whom a user substitutes on a day (YYYY-MM-DD), disabled accounts included; not those of a substitute. */
async function selectRepresented(read: portal.PortalSource, uid: string, day: string): Promise<Editor[]> {
  const rows = await portal
    .substitutionsOn(read, day)
    .select(['absent.uid', 'absent.name', 'absent.email'])
    .where('acting.uid', '=', uid)
    .where(isSubstitute())
    .orderBy('absent.id')
    .execute();
  return rows.map((row) => ({ ...row, name: row.name ?? '' }));
}

/** Condition: `absent` and `acting` share a decision that one may make for the other. */
const isSubstitute = (): RawBuilder<boolean> =>
  portal.bothRolesAllow(portal.ROLES_OF_BOTH, sql`actions.title IN (${sql.join(Object.values(ACTION_OF))})`);

interface Row {
  readonly directing: string;
  readonly task: string;
  readonly action: documents.SubstituteRight['action'];
  readonly may: number;
}

/** What one person may decide about documents, split by whether the role of another allows it too. */
async function selectSubstituteRights(read: portal.PortalSource, absent: string, acting: string) {
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
  const right = ({ directing, task, action }: Row): documents.SubstituteRight => ({ directing, task, action });
  return {
    covered: rows.filter(({ may }) => Number(may) === 1).map(right),
    missing: rows.filter(({ may }) => Number(may) === 0).map(right),
  };
}

/** The present or coming substitute of a user; null: none, or the days are over. */
async function findSubstitute(
  read: portal.PortalSource,
  uid: string,
  today: string,
): Promise<documents.Substitute | null> {
  const row = await portal
    .substitutions(read)
    .select(['acting.uid', 'acting.name', 'acting.email', 'from_day', 'to_day'])
    .where('absent.uid', '=', uid)
    .where('to_day', '>=', today)
    .executeTakeFirst();
  return row ? { uid: row.uid, name: row.name ?? '', email: row.email, from: row.from_day, to: row.to_day } : null;
}

/** Sets the only substitute of a user between two days; false when the person has no profile. */
async function setSubstitute(
  transaction: portal.PortalChange,
  user: number,
  { uid, from, to }: Pick<documents.Substitute, 'uid' | 'from' | 'to'>,
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

/** The present or coming substitutions of a user, on both sides. */
export async function selectSubstitutions(context: PeopleContext, uid: string) {
  const { read } = context.database;
  const represents = await portal
    .substitutions(read)
    .select(['absent.uid', 'absent.name', 'absent.email'])
    .where('acting.uid', '=', uid)
    .where('to_day', '>=', currentDay(context))
    .orderBy('absent.id')
    .limit(TIES_SHOWN)
    .execute();
  const acting = await findSubstitute(read, uid, currentDay(context));
  return {
    substitute: acting && { uid: acting.uid, name: acting.name, email: acting.email },
    represents: represents.map((row) => ({ ...row, name: row.name ?? '' })),
  };
}

/** Ends all substitutions of a profile on both sides; resolves to who acted for whom. */
export async function endSubstitutions(transaction: portal.PortalChange, user: number) {
  const isOf = ({ or, eb }: ExpressionBuilder<portal.PortalSchema, 'substitutes'>) =>
    or([eb('user_id', '=', user), eb('substitute_id', '=', user)]);
  const ended = await portal
    .substitutions(transaction)
    .select(['absent.email as absent', 'acting.email as acting', 'acting.uid as actingUid'])
    .where(isOf)
    .execute();
  await transaction.deleteFrom('substitutes').where(isOf).execute();
  return ended;
}

// The page «Кто задерживает»: the people whom documents wait for, how long, and why some of them cannot decide. Its route
// and SQL; the list of the documents of one person is in routes.ts, reminders are in ../reminders.ts.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type RawBuilder, sql } from 'kysely';
import { LateAnswer, type LatePerson, LateQuery, type NamedPerson } from '../../../contract/documents/lists.ts';
import { DOCUMENT_PAGE_MAX, LATE_DOCUMENTS_SHOWN, LATE_PAGE_SIZE } from '../../../contract/limits.ts';
import { badRequest, packValue, unpackValue } from '../../platform/http/request.ts';
import * as portal from '../../portal-database/schema.ts';
import { actorAsFarAsKnown, currentDay } from '../document/access.ts';
import type { DocumentsContext } from '../document/document.ts';
import { isEscalationOf, mayDecideForSignatory } from '../document/who-may-decide.ts';
import * as conditions from '../search/conditions.ts';
import { searchViewerOf } from '../search/search.ts';

const NO_ONE: LateAnswer = {
  people: [],
  totals: { people: 0, documents: 0, overdue: 0 },
  isAccountsKnown: true,
  next: null,
};

export const lateRoutes =
  (context: DocumentsContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/late',
      {
        config: { permission: 'signed-in' },
        schema: {
          summary: 'Whom the documents that the caller sees wait for; pages by `cursor`',
          querystring: LateQuery,
          response: { 200: LateAnswer },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const { cursor, limit } = request.query;
        const after = readPlace(cursor);
        const { database, clock } = context;
        const viewer = await searchViewerOf(database.read, await actorAsFarAsKnown(context, request));
        if (!viewer) return NO_ONE;
        const size = conditions.readPageSize(limit, DOCUMENT_PAGE_MAX, LATE_PAGE_SIZE);
        return database.fromReplica(async (read) => {
          const entries = entriesAsked(await isSeen(read, viewer));
          const rows = await selectPeople(read, entries, { now: clock(), after, limit: size + 1 });
          const shown = rows.slice(0, size);
          const last = rows.length > size ? shown.at(-1) : undefined;
          return {
            ...(await describe(context, read, entries, shown)),
            totals: await countAll(read, entries, clock()),
            next: last ? packValue([last.since, last.id]) : null,
          };
        });
      },
    );
  };

/** Condition: the viewer sees the document, which is neither cancelled nor in the bin. */
export async function isSeen(
  read: portal.PortalSource,
  viewer: conditions.SearchViewer,
): Promise<conditions.Condition> {
  const wanted = conditions.readWanted({});
  const isAllSeen = await conditions.seesEveryPair(read, wanted, viewer);
  return conditions.allOf([conditions.isLive(), ...(isAllSeen ? [] : [conditions.isVisible(viewer)])]);
}

/** A row for each person and document that waits for them; `due` is null without a deadline. */
const entriesAsked = (isWanted: conditions.Condition): RawBuilder<unknown> =>
  sql`SELECT entry.user_id AS person, entry.document_id AS document, min(coalesce(entry.asked_at, 0)) AS since,
      min(entry.due_at) AS due
    FROM document_entries AS entry JOIN documents ON documents.id = entry.document_id
    WHERE entry.is_asked = 1 AND ${isWanted} GROUP BY entry.user_id, entry.document_id`;

interface Late {
  /** Of the profile. */
  readonly id: number;
  readonly waiting: number;
  readonly overdue: number;
  /** Milliseconds since the epoch; 0: unknown. */
  readonly since: number;
}

interface Place {
  readonly since: number;
  readonly id: number;
}

/** People by what waits longest for them. */
async function selectPeople(
  read: portal.PortalSource,
  entries: RawBuilder<unknown>,
  { now, after, limit }: { readonly now: number; readonly after: Place | null; readonly limit: number },
): Promise<Late[]> {
  const { rows } = await sql<Late>`SELECT id, waiting, overdue, since FROM (
      SELECT person AS id, count(*) AS waiting, min(since) AS since,
        sum(CASE WHEN due < ${now} THEN 1 ELSE 0 END) AS overdue
      FROM (${entries}) AS asked GROUP BY person
    ) AS people ${after ? sql`WHERE (since, id) > (${after.since}, ${after.id})` : sql``}
    ORDER BY since, id LIMIT ${limit}`.execute(read);
  return rows.map(({ id, waiting, overdue, since }) => ({
    id: Number(id),
    waiting: Number(waiting),
    overdue: Number(overdue),
    since: Number(since),
  }));
}

async function countAll(read: portal.PortalSource, entries: RawBuilder<unknown>, now: number) {
  const { rows } = await sql<LateAnswer['totals']>`SELECT count(DISTINCT person) AS people,
      count(DISTINCT document) AS documents, count(DISTINCT CASE WHEN due < ${now} THEN document END) AS overdue
    FROM (${entries}) AS asked`.execute(read);
  const { people, documents, overdue } = rows[0] ?? NO_ONE.totals;
  return { people: Number(people), documents: Number(documents), overdue: Number(overdue) };
}

/** What is known of each person: names, absence, account, and the documents that stand because of it. */
async function describe(
  context: DocumentsContext,
  read: portal.PortalSource,
  entries: RawBuilder<unknown>,
  rows: readonly Late[],
): Promise<Pick<LateAnswer, 'people' | 'isAccountsKnown'>> {
  if (rows.length === 0) return { people: [], isAccountsKnown: true };
  const day = currentDay(context);
  const ids = rows.map(({ id }) => id);
  const profiles = await selectProfiles(read, ids);
  const absences = await selectAbsences(read, ids, day);
  const escalatedTo = await selectEscalatedTo(read, ids);
  const acting = [...[...absences.values()].map((absence) => absence.acting), ...escalatedTo];
  const uids = [...profiles.values(), ...acting].map(({ uid }) => uid);
  const known = await context.people.idleAmong(uids).catch(() => null);
  const isDisabled = ({ uid }: { readonly uid: string }) => known?.get(uid) === 'disabled';
  const disabled = ids.filter((id) => isDisabled(profiles.get(id) ?? { uid: '' }));
  const covered = [...absences].flatMap(([id, absence]) => (isDisabled(absence.acting) ? [] : [id]));
  const uncovered = [...absences.keys()].filter((id) => !covered.includes(id));
  const escalated = escalatedTo.flatMap((person) => (isDisabled(person) ? [] : [person.id]));
  const blocked = await selectBlocked(read, entries, { ids, day, disabled, covered, uncovered, escalated });
  const people = rows.flatMap(({ id, waiting, overdue, since }): LatePerson[] => {
    const profile = profiles.get(id);
    if (!profile) return [];
    const found = blocked.filter(({ person }) => person === id);
    const stands = found.filter(({ is_stuck }) => is_stuck);
    const account = known?.get(profile.uid);
    return [
      {
        ...profile,
        ...{ waiting, overdue },
        since: since === 0 ? null : new Date(since).toISOString(),
        isDisabled: disabled.includes(id),
        ...(account && { account }),
        absence: absences.get(id) ?? null,
        uncovered: found[0]?.uncovered ?? 0,
        withoutRight: found[0]?.without_right ?? 0,
        blocked: {
          count: found[0]?.count ?? 0,
          documents: stands.map(({ document, num, title }) => ({ id: document, num, title })),
        },
      },
    ];
  });
  return { people, isAccountsKnown: known !== null };
}

async function selectProfiles(read: portal.PortalSource, ids: readonly number[]) {
  const rows = await read
    .selectFrom('users')
    .leftJoin('roles', 'roles.id', 'users.role_id')
    .select(['users.id', 'uid', 'name', 'email', 'roles.title as position'])
    .where('users.id', 'in', ids)
    .execute();
  return new Map(
    rows.map(({ id, uid, name, email, position }) => [
      id,
      { uid, email, name: name ?? '', position: position ?? '' } satisfies NamedPerson & { position: string },
    ]),
  );
}

async function selectAbsences(read: portal.PortalSource, ids: readonly number[], day: string) {
  const rows = await portal
    .substitutionsOn(read, day)
    .select(['absent.id', 'to_day', 'acting.uid', 'acting.name', 'acting.email'])
    .where('absent.id', 'in', ids)
    .execute();
  return new Map(
    rows.map(({ id, to_day, uid, name, email }) => [id, { until: to_day, acting: { uid, email, name: name ?? '' } }]),
  );
}

/** The people to whom steps of these people were escalated. */
const selectEscalatedTo = (read: portal.PortalSource, ids: readonly number[]) =>
  read
    .selectFrom('document_escalations as escalation')
    .innerJoin('document_entries as entry', 'entry.document_id', 'escalation.document_id')
    .innerJoin('users as acting', 'acting.id', 'escalation.user_id')
    .select(['acting.id', 'acting.uid'])
    .distinct()
    .where('entry.user_id', 'in', ids)
    .where(isEscalationOf())
    .execute();

/** People by the ids of their profiles. */
interface Blocking {
  readonly ids: readonly number[];
  readonly day: string;
  /** They decide nothing, nor does a substitute. */
  readonly disabled: readonly number[];
  /** Absent ones whose substitute decides what both roles allow. */
  readonly covered: readonly number[];
  /** Absent ones whose substitute is disabled. */
  readonly uncovered: readonly number[];
  /** To whom steps were escalated, without disabled accounts. */
  readonly escalated: readonly number[];
}

interface Blocked {
  readonly person: number;
  readonly document: number;
  readonly num: number;
  readonly title: string;
  /** Whether no one can decide it in the place of the person. */
  readonly is_stuck: boolean;
  /** Of all stuck documents of the person. */
  readonly count: number;
  readonly without_right: number;
  readonly uncovered: number;
}

/**
 * The documents of these people that someone lacks a right for: those stuck first, the oldest of each, and how many
 * there are. An absent person with the right decides like any other, so a substitute without it makes nothing stuck.
 */
async function selectBlocked(
  read: portal.PortalSource,
  entries: RawBuilder<unknown>,
  { ids, day, disabled, covered, uncovered, escalated }: Blocking,
): Promise<Blocked[]> {
  const role = sql.ref('listed.role_id');
  const next = sql.ref('next.role_id');
  const entriesOf = sql`document_entries AS entry JOIN users AS listed ON listed.id = entry.user_id`;
  const isOfRow = sql`entry.document_id = asked.document AND entry.user_id = asked.person AND entry.is_asked = 1`;
  const hasRight = mayDecideForSignatory({ absent: role, acting: role });
  const isEscalated = sql`EXISTS (SELECT 1 FROM document_escalations AS escalation
    JOIN users AS next ON next.id = escalation.user_id
    WHERE ${isEscalationOf()} AND ${isAmong('next.id', escalated)}
      AND ${mayDecideForSignatory({ absent: next, acting: next })})`;
  const lacksRight = sql`EXISTS (SELECT 1 FROM ${entriesOf} WHERE ${isOfRow} AND NOT ${hasRight})`;
  const isStuck = sql`EXISTS (SELECT 1 FROM ${entriesOf} WHERE ${isOfRow}
    AND (${isAmong('asked.person', disabled)} OR NOT ${hasRight}) AND NOT ${isEscalated})`;
  const lacksSubstitute = sql`EXISTS (SELECT 1 FROM ${entriesOf}
    JOIN substitutes ON substitutes.user_id = entry.user_id AND from_day <= ${day} AND to_day >= ${day}
    JOIN users AS acting ON acting.id = substitutes.substitute_id
    WHERE ${isOfRow} AND NOT ${mayDecideForSignatory({ absent: role, acting: sql.ref('acting.role_id') })})`;
  const isUncovered = sql`(${isAmong('asked.person', uncovered)}
    OR (${isAmong('asked.person', covered)} AND ${lacksSubstitute}))`;
  const one = (condition: RawBuilder<unknown>) => sql`CASE WHEN ${condition} THEN 1 ELSE 0 END`;
  const { rows } = await sql<Record<Exclude<keyof Blocked, 'title'>, number> & Pick<Blocked, 'title'>>`SELECT person,
      document, documents.num AS num, documents.title AS title, is_stuck, count, without_right, uncovered
    FROM (
      SELECT person, document, is_stuck,
        row_number() OVER (PARTITION BY person ORDER BY is_stuck DESC, since, document) AS place,
        sum(is_stuck) OVER (PARTITION BY person) AS count, sum(lacks_right) OVER (PARTITION BY person) AS without_right,
        sum(is_uncovered) OVER (PARTITION BY person) AS uncovered
      FROM (
        SELECT asked.person, asked.document, asked.since, ${one(lacksRight)} AS lacks_right,
          ${one(isStuck)} AS is_stuck, ${one(isUncovered)} AS is_uncovered
        FROM (${entries}) AS asked WHERE ${isAmong('asked.person', ids)}
      ) AS stated
      WHERE lacks_right = 1 OR is_stuck = 1 OR is_uncovered = 1
    ) AS ranked JOIN documents ON documents.id = ranked.document
    WHERE place <= ${LATE_DOCUMENTS_SHOWN} ORDER BY person, place`.execute(read);
  return rows.map((row) => ({
    title: row.title,
    ...{ person: Number(row.person), document: Number(row.document), num: Number(row.num) },
    ...{ count: Number(row.count), without_right: Number(row.without_right), uncovered: Number(row.uncovered) },
    is_stuck: Number(row.is_stuck) === 1,
  }));
}

const isAmong = (column: string, ids: readonly number[]): conditions.Condition =>
  ids.length === 0 ? sql<boolean>`1 = 0` : sql<boolean>`${sql.ref(column)} IN (${sql.join(ids)})`;

/** The place in a cursor; throws 400 `invalid cursor`. */
function readPlace(cursor = ''): Place | null {
  if (cursor === '') return null;
  const packed: unknown = unpackValue(cursor);
  const [since, id]: unknown[] = Array.isArray(packed) ? packed : [];
  if (!Number.isSafeInteger(since) || !Number.isSafeInteger(id)) throw badRequest('invalid cursor');
  return { since: Number(since), id: Number(id) };
}

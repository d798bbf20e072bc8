// Reminders of pending decisions: of one document, and of all that wait for a person or for everyone.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { sql } from 'kysely';
import Type from 'typebox';
import { ACTIONS } from '../../contract/access/actions.ts';
import { RemindAnswer } from '../../contract/documents/documents.ts';
import { REMIND_FORM } from '../../contract/documents/forms.ts';
import { LateReminded, type NamedPerson, type NotReminded } from '../../contract/documents/lists.ts';
import { HOUR_MS, LATE_REMIND_MAX } from '../../contract/limits.ts';
import { forbidden, HttpError, pathId, readForm, tooMany } from '../platform/http/request.ts';
import type { Outbox } from '../platform/mail/outbox.ts';
import type { PortalChange, PortalSource } from '../portal-database/schema.ts';
import { recordChange } from './changes/record-change.ts';
import { findVisibleDocument, lockVisibleDocument, saveOf, selectDocuments, viewerOf } from './document/access.ts';
import {
  asEditor,
  type DocumentsContext,
  type Save,
  type StoredDocument,
  signatoriesAskedIn,
} from './document/document.ts';
import { selectAsked } from './document/who-may-decide.ts';
import { isSeen } from './list/late.ts';
import { selectWantingMails } from './notifications/addressees.ts';
import { allOf, type Condition, countRows, type SearchViewer } from './search/conditions.ts';
import { searchViewerOf } from './search/search.ts';

export const reminderRoutes =
  (context: DocumentsContext, outbox: Pick<Outbox, 'trouble'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/:id/remind',
      {
        config: { permission: 'signed-in' },
        schema: {
          summary:
            'Writes to everybody whom the document waits for, at most once an hour: for its author and those who may edit it; does nothing where mail is not set up',
          params: Type.Object({ id: Type.String() }),
          response: { 200: RemindAnswer },
        },
      },
      async (request) => {
        const id = pathId(request.params.id, 'doc');
        const viewer = viewerOf(request);
        const found = await findVisibleDocument(context, id, viewer);
        const pair = { directing: found.directing.id, task: found.task.id };
        const actions = await context.permissions.actionsOn(viewer.uid, pair);
        if (found.author.uid !== viewer.uid && !actions?.has(ACTIONS.edit)) throw forbidden();
        const before = await outbox.trouble();
        if (before === 'not set up') return { count: 0, mailTrouble: before };
        const disabled = await context.people.disabledAmong(signatoriesWaitedFor(found));
        const outcome = await context.database.write(async (transaction) => {
          const document = await lockVisibleDocument(context.database, transaction, id, viewer);
          return remind(transaction, document, { ...saveOf(request, context), disabled, only: null });
        });
        if ('pause' in outcome) throw tooMany(Math.ceil(outcome.pause / 1_000));
        const count = outcome.reminded.length;
        return before === null || count === 0 ? { count } : { count, mailTrouble: before };
      },
    );

    app.post(
      '/late/remind',
      {
        config: { permission: 'signed-in', form: REMIND_FORM },
        schema: {
          summary: `Reminds a person, or everyone, of documents that the caller wrote or may edit: ${LATE_REMIND_MAX} at most, what waits longest first`,
          response: { 200: LateReminded },
        },
      },
      async (request) => {
        const { person } = readForm(request, REMIND_FORM);
        const { database, people } = context;
        const viewer = viewerOf(request);
        const asking = await searchViewerOf(database.read, { ...viewer, substituted: new Set() });
        const report = new Report();
        if (!asking) return report.answer({ denied: 0, more: false });
        const mailTrouble = await outbox.trouble();
        // A reminder that cannot leave is none: it stands in no history and delays no later one.
        if (mailTrouble === 'not set up') return { ...report.answer({ denied: 0, more: false }), mailTrouble };
        const waiting = allOf([await isSeen(database.read, asking), isWaitingFor(person)]);
        const mine = allOf([waiting, mayRemind(asking)]);
        const ids = await selectLongestWaiting(database.read, allOf([mine, isRested(context.clock())]));
        const denied = await countDocuments(database.read, allOf([waiting, sql<boolean>`NOT ${mayRemind(asking)}`]));
        report.recent = await countDocuments(
          database.read,
          allOf([mine, sql<boolean>`NOT ${isRested(context.clock())}`]),
        );
        const found = await selectDocuments(database.read, ids.slice(0, LATE_REMIND_MAX), viewer);
        const disabled = await people.disabledAmong([...new Set(found.flatMap((one) => signatoriesWaitedFor(one)))]);
        for (const { id } of found) {
          await database.write(async (transaction) => {
            const document = await lockVisibleDocument(database, transaction, id, viewer).catch(nullIfGone);
            if (!document) return;
            const save = saveOf(request, context);
            report.add(document, await remind(transaction, document, { ...save, disabled, only: person }));
          });
        }
        const answer = report.answer({ denied, more: ids.length > LATE_REMIND_MAX });
        return mailTrouble === null || answer.people.length === 0 ? answer : { ...answer, mailTrouble };
      },
    );
  };

/** A document that went meanwhile is asked about no more; any other failure ends the call. */
function nullIfGone(error: unknown): null {
  if (error instanceof HttpError && error.status === 404) return null;
  throw error;
}

/** Condition: the document waits for a person, or for anyone (null). */
const isWaitingFor = (person: string | null): Condition =>
  sql<boolean>`EXISTS (SELECT 1 FROM document_entries AS entry JOIN users ON users.id = entry.user_id
    WHERE entry.document_id = documents.id AND entry.is_asked = 1
      ${person === null ? sql`` : sql`AND users.uid = ${person}`})`;

/** Condition: the viewer has written the document, or may edit those of its pair. */
const mayRemind = ({ id, role }: SearchViewer): Condition =>
  sql<boolean>`(documents.author_id = ${id} OR EXISTS (SELECT 1 FROM role_tasks AS own
    JOIN actions ON own.actions LIKE '%,' || actions.id || ',%'
    WHERE own.role_id = ${role} AND own.directing_id = documents.directing_id
      AND own.task_id = documents.task_id AND actions.title = ${ACTIONS.edit}))`;

/** Condition: a reminder is allowed now. A moment in the future was set by a wrong clock. */
const isRested = (now: number): Condition =>
  sql<boolean>`NOT EXISTS (SELECT 1 FROM document_reminders AS latest
    WHERE latest.document_id = documents.id AND latest.at > ${now - HOUR_MS} AND latest.at <= ${now})`;

/** Ids of documents, what waits longest first; one more than a call reminds of. */
async function selectLongestWaiting(read: PortalSource, isWanted: Condition): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`SELECT documents.id AS id FROM documents
    JOIN document_entries AS asked ON asked.document_id = documents.id AND asked.is_asked = 1
    WHERE ${isWanted} GROUP BY documents.id ORDER BY min(coalesce(asked.asked_at, 0)), documents.id
    LIMIT ${LATE_REMIND_MAX + 1}`.execute(read);
  return rows.map(({ id }) => Number(id));
}

const countDocuments = (read: PortalSource, isWanted: Condition): Promise<number> =>
  countRows(read, sql`SELECT count(*) AS count FROM documents WHERE ${isWanted}`);

type Outcome = Reminded | { readonly pause: number };

/** Uids of those reminded of one document, and of the others with the reason. */
interface Reminded {
  readonly reminded: readonly string[];
  readonly skipped: ReadonlyMap<string, NotReminded>;
}

function namedIn(document: StoredDocument, uid: string): NamedPerson {
  const person = document.people.get(uid);
  return person ? asEditor(person) : { uid, name: '', email: '' };
}

/** Adds up by person what reminders of several documents came to. */
class Report {
  recent = 0;
  private documents = 0;
  private readonly people = new Map<string, NamedPerson & { documents: number }>();
  private readonly skipped = new Map<string, NamedPerson & { why: NotReminded; documents: number }>();

  add(document: StoredDocument, outcome: Outcome): void {
    if ('pause' in outcome) {
      this.recent += 1;
      return;
    }
    if (outcome.reminded.length > 0) this.documents += 1;
    const named = (uid: string): NamedPerson => namedIn(document, uid);
    for (const uid of outcome.reminded) {
      const known = this.people.get(uid) ?? { ...named(uid), documents: 0 };
      this.people.set(uid, { ...known, documents: known.documents + 1 });
    }
    for (const [uid, why] of outcome.skipped) {
      const known = this.skipped.get(`${uid} ${why}`) ?? { ...named(uid), why, documents: 0 };
      this.skipped.set(`${uid} ${why}`, { ...known, documents: known.documents + 1 });
    }
  }

  answer(rest: Pick<LateReminded, 'denied' | 'more'>): LateReminded {
    const { documents, recent } = this;
    return { documents, recent, people: [...this.people.values()], skipped: [...this.skipped.values()], ...rest };
  }
}

/** Milliseconds until the next reminder is allowed; 0: now. A moment in the future was set by a wrong clock. */
async function pauseOf(read: PortalSource, id: number, now: number): Promise<number> {
  const row = await read.selectFrom('document_reminders').select('at').where('document_id', '=', id).executeTakeFirst();
  const passed = row ? now - row.at : HOUR_MS;
  return passed < 0 ? 0 : Math.max(0, HOUR_MS - passed);
}

const signatoriesWaitedFor = (document: StoredDocument): string[] => [
  ...new Set(signatoriesAskedIn(document).map(({ uid }) => uid)),
];

interface Reminding extends Omit<Save, 'timeZone'> {
  readonly disabled: ReadonlySet<string>;
  /** The one person to remind; null: everyone asked. */
  readonly only: string | null;
}

/** Reminds the signatories asked who can decide and want mails; resolves to the ms to wait where others were just now. */
async function remind(
  transaction: PortalChange,
  document: StoredDocument,
  { by, at, disabled, only }: Reminding,
): Promise<Outcome> {
  const asked = signatoriesWaitedFor(document).filter((uid) => only === null || uid === only);
  const wanting = await selectWantingMails(transaction, asked);
  const able = new Set((await selectAsked(transaction, document.id)).flatMap(({ uid, may }) => (may ? [uid] : [])));
  const skipped = new Map<string, NotReminded>();
  for (const uid of asked) {
    if (uid === by.uid) skipped.set(uid, 'self');
    else if (disabled.has(uid)) skipped.set(uid, 'disabled');
    else if (!able.has(uid)) skipped.set(uid, 'no right');
    else if (!wanting.has(uid)) skipped.set(uid, 'mails off');
  }
  const reminded = asked.filter((uid) => !skipped.has(uid));
  if (reminded.length === 0) return { reminded, skipped };
  const pause = await pauseOf(transaction, document.id, at);
  if (pause > 0) return { pause };
  await transaction
    .insertInto('document_reminders')
    .values({ document_id: document.id, at })
    .onConflict((conflict) => conflict.column('document_id').doUpdateSet({ at: sql`excluded.at` }))
    .execute();
  const change = { event: 'reminded', by, insteadOf: null, at, before: document, after: document } as const;
  const sentTo = reminded.map((uid) => namedIn(document, uid));
  await recordChange(transaction, { ...change, sentTo });
  return { reminded, skipped };
}

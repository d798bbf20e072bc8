import { sql } from 'kysely';
import type { PortalSource } from '../../portal-database/schema.ts';
import { ASKING, type Notification, type NotificationKind } from '../changes/notification-rules.ts';
import { seenBy } from '../document/people.ts';
import { storedRouteOf } from '../document/route-rules.ts';
import { type EntryInstead, selectSubstitutes } from '../document/who-may-decide.ts';
import type { Addressee, MailSubject } from './mail-texts.ts';

/** A letter to be written. */
interface Outgoing extends Addressee {
  readonly email: string;
  /** What it is about, for the outbox to look at again. */
  readonly subject: Extract<MailSubject, { document: number }>;
}

/**
 * Who wants the letters of a notice: those named in it who still see the document and, where something is asked of them,
 * their substitutes of the day who still may stand in for them.
 */
export async function mailsFor(
  read: PortalSource,
  { document, people, by }: Notification,
  day: string,
): Promise<Outgoing[]> {
  const seeing = await selectSeeing(read, document.id, Object.keys(people));
  const owner = Object.values(people).includes('stuck') ? await selectOwner(read, document.id) : null;
  const isNotified = (uid: string, news: NotificationKind) => seeing.has(uid) || (news === 'stuck' && uid === owner);
  const named = new Map(Object.entries(people).filter(([uid, news]) => isNotified(uid, news)));
  const asking = [...named].flatMap(([uid, news]) => (ASKING.has(news) ? [uid] : []));
  const instead = (await selectSubstitutes(read, document.id, asking, day)).filter(({ uid, kind }) =>
    isAbout(named.get(uid) ?? 'reminded', kind),
  );
  const users = await selectWantingMails(read, [...named.keys(), ...instead.map(({ acting }) => acting)]);
  const names = await namesOf(
    read,
    instead.map(({ uid }) => uid),
  );
  const letters: Outgoing[] = [];
  const written = new Set([by.uid]);
  const write = (uid: string, news: NotificationKind, insteadOf: string | null) => {
    const user = users.get(uid);
    if (!user || written.has(uid)) return;
    written.add(uid);
    const subject = { uid, document: document.id, news, insteadOf };
    letters.push({ ...user, subject, insteadOf: insteadOf === null ? null : (names.get(insteadOf) ?? '') });
  };
  for (const [uid, news] of named) write(uid, news, null);
  for (const { uid, acting } of instead) write(acting, named.get(uid) ?? 'reminded', uid);
  return letters;
}

/** Whether news may be of an entry of this kind. */
export const isAbout = (news: NotificationKind, kind: EntryInstead['kind']): boolean =>
  news === 'asked to sign' ? kind === 'acceptor' : news !== 'asked to acknowledge' || kind === 'recipient';

/** Those of these people who see a document themselves; nobody, when it is gone. */
export async function selectSeeing(
  read: PortalSource,
  document: number,
  uids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await read
    .selectFrom('users')
    .innerJoin('documents', (join) => join.on('documents.id', '=', document))
    .select('users.uid')
    .where('users.uid', 'in', uids)
    .where(seenBy(sql.ref('users.uid')))
    .execute();
  return new Set(rows.map(({ uid }) => uid));
}

/** Whoever saved the template of a document's route: told that it is stuck whatever he sees; null: nobody. */
export async function selectOwner(read: PortalSource, document: number): Promise<string | null> {
  const row = await read.selectFrom('documents').select('route').where('id', '=', document).executeTakeFirst();
  const owner = row && storedRouteOf(row.route)?.owner;
  if (!owner) return null;
  const user = await read.selectFrom('users').select('uid').where('id', '=', owner).executeTakeFirst();
  return user?.uid ?? null;
}

/** Those of these people who want mails about documents, by uid. */
export async function selectWantingMails(
  read: PortalSource,
  uids: readonly string[],
): Promise<ReadonlyMap<string, { readonly email: string; readonly name: string }>> {
  if (uids.length === 0) return new Map();
  const rows = await read
    .selectFrom('users')
    .select(['uid', 'email', 'name'])
    .where('uid', 'in', uids)
    .where('document_mails', '=', 1)
    .execute();
  return new Map(rows.map(({ uid, email, name }) => [uid, { email, name: name ?? '' }]));
}

async function namesOf(read: PortalSource, uids: readonly string[]): Promise<Map<string, string>> {
  if (uids.length === 0) return new Map();
  const rows = await read.selectFrom('users').select(['uid', 'name', 'email']).where('uid', 'in', uids).execute();
  return new Map(rows.map(({ uid, name, email }) => [uid, name ?? email]));
}

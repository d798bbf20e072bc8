import { sql } from 'kysely';
import type { Colleague } from '../../../../contract/docflow.ts';
import { MENTION_SEARCH_SIZE } from '../../../../contract/limits.ts';
import { foldSearch, SEARCHED_MAX } from '../../../text/fold-search.ts';
import type { DocflowContext } from '../context.ts';
import { personOf } from '../document/person.ts';
import { seenBy, type Viewer } from '../document/viewer.ts';

/** People that are looked at: some of those found first may have disabled accounts. */
const LOOKED_AT = 4 * MENTION_SEARCH_SIZE;

/** Whom a comment on a document may name: people who see it, besides the caller, by a literal part of name or e-mail. */
export async function selectMentionable(
  { database, people }: DocflowContext,
  document: number,
  { uid }: Viewer,
  text: string,
): Promise<Colleague[]> {
  const part = foldSearch(text);
  if (part.length > SEARCHED_MAX) return [];
  const rows = await database.read
    .selectFrom('users')
    .innerJoin('documents', (join) => join.on('documents.id', '=', document))
    .leftJoin('roles', 'roles.id', 'users.role_id')
    .select(['users.id', 'users.uid', 'users.email', 'users.name', 'roles.title as position'])
    .where('users.uid', '<>', uid)
    .where(sql<boolean>`users.search_text LIKE ${`%${escaped(part)}%`} ESCAPE '\\'`)
    .where(seenBy(sql.ref('users.uid')))
    .orderBy('users.id')
    .limit(LOOKED_AT)
    .execute();
  const disabled = await people.disabledAmong(rows.map((row) => row.uid)).catch(() => new Set<string>());
  return rows
    .filter((row) => !disabled.has(row.uid))
    .slice(0, MENTION_SEARCH_SIZE)
    .map(personOf)
    .map(({ uid, email, name, position }) => ({ uid, email, name, position }));
}

const escaped = (text: string): string => text.replace(/[\\%_]/g, (letter) => `\\${letter}`);

import type { DocumentState } from '../../../contract/documents/documents.ts';
import type { SignatoryKind } from '../../../contract/documents/words.ts';
import { saveSignatories } from '../../../server/documents/changes/save-signatories.ts';
import { blankSignatory } from '../../../server/documents/document/signatory-rules.ts';
import { indexDocument } from '../../../server/documents/search/with-words.ts';
import type { Database } from '../../../server/platform/database/types.ts';
import { actionList, type PortalSchema } from '../../../server/portal-database/schema.ts';

/** Rows put straight into the tables, for tests of what is found among many. */
export interface Rows {
  /** Makes profiles; resolves to their ids. */
  users(role: number | null, ...uids: string[]): Promise<number[]>;
  /** Adds rows to a list; resolves to their ids. */
  list(name: 'roles' | 'directings' | 'tasks', ...titles: string[]): Promise<number[]>;
  /** Lets a role see a pair, and do what these ids of actions name there. */
  pair(role: number, directing: number, task: number, ...actions: number[]): Promise<void>;
  /** Makes a document; resolves to its id. */
  document(document: RowDocument): Promise<number>;
  substitute(absent: number, acting: number, from?: string, to?: string): Promise<void>;
}

export interface RowDocument {
  readonly directing: number;
  readonly task: number;
  readonly author: number;
  readonly title?: string;
  readonly description?: string;
  readonly state?: DocumentState;
  readonly entries?: readonly RowEntry[];
}

export interface RowEntry {
  readonly kind: SignatoryKind;
  readonly user: number;
  readonly accepted?: boolean;
  /** Pending, and its turn has come. */
  readonly asked?: boolean;
}

const saved = { saved_at: 0, editor_uid: null, editor_name: '', editor_email: '' };
const times = { created_at: 0, updated_at: 0 };

export function rowsOf(database: Database<PortalSchema>): Rows {
  const insert = async (table: 'users' | 'roles' | 'directings' | 'tasks', rows: object[]) => {
    const made = await database.write((transaction) =>
      transaction
        .insertInto(table)
        .values(rows as never)
        .returning('id')
        .execute(),
    );
    return made.map(({ id }) => Number(id));
  };
  let num = 0;
  return {
    users: (role_id, ...uids) =>
      insert(
        'users',
        uids.map((uid) => {
          const email = `${uid}@parts.example`;
          return { uid, email, email_key: email, name: uid, photo: null, role_id, search_text: uid, ...times };
        }),
      ),
    list: (name, ...titles) =>
      insert(
        name,
        titles.map((title) => ({ title, title_key: title.toLowerCase(), ...times })),
      ),
    pair: (role_id, directing_id, task_id, ...actions) =>
      database.write(async (transaction) => {
        await transaction
          .insertInto('role_directings')
          .values({ role_id, directing_id })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        await transaction
          .insertInto('role_tasks')
          .values({ role_id, directing_id, task_id, actions: actionList(actions) })
          .execute();
      }),
    document: ({ title = '', description = '', state = 'pending', entries = [], ...row }) =>
      database.write(async (transaction) => {
        num++;
        const text = await transaction
          .insertInto('document_texts')
          .values({ text: description })
          .returning('id')
          .executeTakeFirstOrThrow();
        await transaction
          .insertInto('document_numbers')
          .values({ directing_id: row.directing, task_id: row.task, latest: num })
          .onConflict((conflict) => conflict.columns(['directing_id', 'task_id']).doUpdateSet({ latest: num }))
          .execute();
        const { id } = await transaction
          .insertInto('documents')
          .values({
            directing_id: row.directing,
            task_id: row.task,
            num,
            author_id: row.author,
            title,
            text_id: text.id,
            version: 1,
            hash: '',
            state,
            revision: 1,
            created_at: 0,
            ...saved,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        await saveSignatories(transaction, null, {
          id,
          entries: entries.map(({ kind, user, accepted = false, asked = false }) => ({
            ...blankSignatory(kind, String(user)),
            askedAt: asked ? 0 : null,
            ...(accepted ? { acceptedAt: 1, acceptedBy: String(user) } : {}),
          })),
          people: new Map(entries.map(({ user }) => [String(user), { id: user }])),
        });
        await indexDocument(transaction, id, null, { num, title, description });
        return id;
      }),
    substitute: (user_id, substitute_id, from_day = '2000-01-01', to_day = '2999-12-31') =>
      database.write(async (transaction) => {
        await transaction.insertInto('substitutes').values({ user_id, substitute_id, from_day, to_day }).execute();
      }),
  };
}

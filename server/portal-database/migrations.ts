// The tables of people, documents and company pages as SQL steps, oldest first; released steps are never changed. Row
// types are in schema.ts.
import { demonstrationTables } from '../platform/database/demonstration-records.ts';
import { editorColumns, type Migration, migration } from '../platform/database/types.ts';
import { MAIL_SUBJECTS, MAIL_TEXTS_TO_ERASE, outboxTables } from '../platform/mail/mail.ts';

/** Actions and lists as they were when step 3 was written. */
const PROTECTED = ['Создать', 'Редактировать', 'Удалить', 'Согласовать', 'Ознакомиться'];
const LISTS = ['roles', 'directings', 'tasks', 'actions'] as const;

const CAPITALS = 'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ';

/** A title in alphabetical order: neither database folds Cyrillic letters everywhere. Ё sorts with Е. */
const titleKey = (isPostgres: boolean): string => {
  const folded = [...CAPITALS].reduce(
    (text, letter) => `replace(${text}, '${letter}', '${letter.toLowerCase()}')`,
    `replace(replace(lower(title${isPostgres ? ' COLLATE "C"' : ''}), 'Ё', 'е'), 'ё', 'е')`,
  );
  const column = `GENERATED ALWAYS AS (${folded})`;
  return isPostgres ? `TEXT COLLATE "C" ${column} STORED` : `TEXT ${column} VIRTUAL`;
};

const DECIDED = 'accepted_at IS NOT NULL OR declined_at IS NOT NULL';

/** Names of decisions as the history has them: its row of the same moment holds the list as it was then. */
function decidedAsInHistory(isPostgres: boolean): string {
  const lists = isPostgres
    ? `jsonb_array_elements(CAST(change.after AS jsonb) -> document_entries.kind) AS item (value)`
    : `json_each(change.after, '$.' || document_entries.kind) AS item`;
  const of = (name: string) => (isPostgres ? `item.value ->> '${name}'` : `json_extract(item.value, '$.${name}')`);
  const made = decidedAsJson(isPostgres, {
    ...{ name: of('name'), position: of('position') },
    byName: 'change.editor_name',
    byPosition: `CASE WHEN change.editor_uid = users.uid THEN ${of('position')} ELSE '' END`,
  });
  return `UPDATE document_entries SET decided_as = (
      SELECT ${made} FROM users CROSS JOIN document_history AS change CROSS JOIN ${lists}
      WHERE users.id = document_entries.user_id AND change.document_id = document_entries.document_id
        AND change.saved_at = coalesce(document_entries.accepted_at, document_entries.declined_at)
        AND change.event IN ('signed', 'acknowledged', 'declined') AND ${of('uid')} = users.uid
      LIMIT 1
    ) WHERE ${DECIDED}`;
}

const decidedAsToday = (isPostgres: boolean): string => `UPDATE document_entries SET decided_as = (
    SELECT ${decidedAsJson(isPostgres, {
      ...{ name: `coalesce(users.name, '')`, position: `coalesce(roles.title, '')` },
      ...{ byName: `coalesce(actor.name, '')`, byPosition: `coalesce(actor_role.title, '')` },
    })} FROM users
      LEFT JOIN roles ON roles.id = users.role_id
      LEFT JOIN users AS actor ON actor.id = coalesce(document_entries.accepted_by, document_entries.declined_by)
      LEFT JOIN roles AS actor_role ON actor_role.id = actor.role_id
    WHERE users.id = document_entries.user_id
  ) WHERE decided_as IS NULL AND (${DECIDED})`;

function decidedAsJson(
  isPostgres: boolean,
  { name, position, byName, byPosition }: Readonly<Record<'name' | 'position' | 'byName' | 'byPosition', string>>,
): string {
  const object = isPostgres ? 'json_build_object' : 'json_object';
  const by = `${object}('name', ${byName}, 'position', ${byPosition})`;
  const made = `${object}('name', ${name}, 'position', ${position}, 'by', ${by})`;
  return isPostgres ? `CAST(${made} AS TEXT)` : made;
}

/** The schema of the info service, oldest step first; steps of a release are never changed. */
export const portalMigrations: readonly Migration[] = [
  /**
   * Profiles. `uid` is that of the account in the auth service, `search_text` is everything a user is found by, folded,
   * because neither database folds Cyrillic letters everywhere. Times are milliseconds since the epoch.
   */
  migration(1, 'users', ({ growingId, big }) => [
    `CREATE TABLE users (
      id ${growingId},
      uid TEXT NOT NULL UNIQUE,
      email TEXT NOT NULL,
      email_key TEXT NOT NULL UNIQUE,
      name TEXT,
      photo TEXT,
      search_text TEXT NOT NULL,
      created_at ${big} NOT NULL,
      updated_at ${big} NOT NULL
    )`,
  ]),
  /**
   * Company pages: every saved text once, and which version is published. The versions of a removed page stay, so that it
   * can be restored and a number never means two texts. `length` is in characters.
   */
  migration(2, 'about pages', ({ growingId, big }) => [
    `CREATE TABLE about_versions (
      alias TEXT NOT NULL,
      version INTEGER NOT NULL,
      md_info TEXT NOT NULL,
      length INTEGER NOT NULL,
      ${editorColumns(big)},
      PRIMARY KEY (alias, version)
    )`,
    `CREATE TABLE about_pages (
      id ${growingId},
      alias TEXT NOT NULL UNIQUE,
      version INTEGER NOT NULL,
      FOREIGN KEY (alias, version) REFERENCES about_versions (alias, version)
    )`,
  ]),
  /**
   * Roles, directions, tasks, actions and what a role may do. `title_key` is the title as compared and searched.
   * `actions` of a pair is its list of ids between commas (`,1,2,`), empty for a pair that is only visible: sixty
   * thousand permissions are twelve thousand rows. `access_state.version` grows with every change of lists or
   * permissions, and `roles.changed_version` is the version that last changed the permissions of the role.
   * `access_changes` keeps permissions as lists of ids beside the titles of the time. A user has at most one role. Times
   * are milliseconds since the epoch.
   */
  migration(3, 'access', ({ growingId, big }) => [
    ...LISTS.map(
      (table) => `CREATE TABLE ${table} (
        id ${growingId},
        title TEXT NOT NULL,
        title_key TEXT NOT NULL UNIQUE,
        created_at ${big} NOT NULL,
        updated_at ${big} NOT NULL
      )`,
    ),
    `ALTER TABLE roles ADD COLUMN changed_version ${big} NOT NULL DEFAULT 0`,
    `ALTER TABLE actions ADD COLUMN is_protected INTEGER NOT NULL DEFAULT 0`,
    ...PROTECTED.map(
      (title) => `INSERT INTO actions (title, title_key, created_at, updated_at, is_protected)
        VALUES ('${title}', '${title.toLowerCase()}', 0, 0, 1)`,
    ),
    `ALTER TABLE users ADD COLUMN role_id ${big} REFERENCES roles(id)`,
    `CREATE INDEX users_role ON users (role_id)`,
    `CREATE TABLE role_directings (
      role_id ${big} NOT NULL REFERENCES roles(id) ON DELETE CASCADE,
      directing_id ${big} NOT NULL REFERENCES directings(id),
      PRIMARY KEY (role_id, directing_id)
    )`,
    `CREATE TABLE role_tasks (
      role_id ${big} NOT NULL,
      directing_id ${big} NOT NULL,
      task_id ${big} NOT NULL REFERENCES tasks(id),
      actions TEXT NOT NULL,
      PRIMARY KEY (role_id, directing_id, task_id),
      FOREIGN KEY (role_id, directing_id) REFERENCES role_directings(role_id, directing_id) ON DELETE CASCADE
    )`,
    `CREATE TABLE access_state (version ${big} NOT NULL)`,
    `INSERT INTO access_state (version) VALUES (1)`,
    `CREATE TABLE access_changes (
      id ${growingId},
      ${editorColumns(big)},
      kind TEXT NOT NULL,
      role_id ${big},
      subject TEXT NOT NULL,
      added TEXT NOT NULL,
      removed TEXT NOT NULL,
      titles TEXT NOT NULL
    )`,
    `CREATE INDEX access_changes_role ON access_changes (role_id)`,
  ]),
  /**
   * Documents and their decisions. `document_numbers.latest` is the last number of a pair, `documents.version` what
   * decisions refer to, `revision` grows with every change and is the entity tag; the editor's columns name the author of
   * the last change. `state` is pending, declined or done, as the entries are. Texts of every version stay in
   * `document_texts`, so that a row of the history (`before` and `after` as JSON) only names them; both, and the history,
   * outlive their document. `is_asked` of an entry: pending, and its turn has come. A file without a `place` was removed,
   * but earlier versions show it. People are referenced by their row, which an account that comes back takes over.
   */
  migration(4, 'documents', ({ growingId, big }) => [
    `ALTER TABLE tasks ADD COLUMN ordered INTEGER NOT NULL DEFAULT 0`,
    `CREATE TABLE document_numbers (
      directing_id ${big} NOT NULL REFERENCES directings(id) ON DELETE CASCADE,
      task_id ${big} NOT NULL REFERENCES tasks(id) ON DELETE CASCADE,
      latest ${big} NOT NULL,
      PRIMARY KEY (directing_id, task_id)
    )`,
    `CREATE TABLE document_texts (
      id ${growingId},
      text TEXT NOT NULL
    )`,
    `CREATE TABLE documents (
      id ${growingId},
      directing_id ${big} NOT NULL REFERENCES directings(id),
      task_id ${big} NOT NULL REFERENCES tasks(id),
      num ${big} NOT NULL,
      author_id ${big} NOT NULL REFERENCES users(id),
      title TEXT NOT NULL,
      text_id ${big} NOT NULL REFERENCES document_texts(id),
      version ${big} NOT NULL,
      hash TEXT NOT NULL,
      state TEXT NOT NULL,
      revision ${big} NOT NULL,
      created_at ${big} NOT NULL,
      ${editorColumns(big)},
      UNIQUE (directing_id, task_id, num)
    )`,
    `CREATE INDEX documents_task ON documents (task_id)`,
    `CREATE INDEX documents_author ON documents (author_id, id)`,
    `CREATE TABLE document_entries (
      document_id ${big} NOT NULL REFERENCES documents(id) ON DELETE CASCADE,
      kind TEXT NOT NULL,
      user_id ${big} NOT NULL REFERENCES users(id),
      place INTEGER NOT NULL,
      accepted_at ${big},
      accepted_by ${big} REFERENCES users(id),
      declined_at ${big},
      declined_by ${big} REFERENCES users(id),
      reason TEXT NOT NULL,
      is_asked INTEGER NOT NULL,
      PRIMARY KEY (document_id, kind, user_id)
    )`,
    `CREATE INDEX document_entries_user ON document_entries (user_id, kind, is_asked, document_id)`,
    `CREATE TABLE document_files (
      file_name TEXT PRIMARY KEY,
      document_id ${big} NOT NULL REFERENCES documents(id) ON DELETE CASCADE,
      place INTEGER,
      original_name TEXT NOT NULL,
      type TEXT NOT NULL,
      size ${big} NOT NULL,
      sha256 TEXT NOT NULL
    )`,
    `CREATE INDEX document_files_document ON document_files (document_id)`,
    `CREATE TABLE document_history (
      id ${growingId},
      document_id ${big} NOT NULL,
      ${editorColumns(big)},
      event TEXT NOT NULL,
      instead_uid TEXT,
      instead_name TEXT NOT NULL,
      instead_email TEXT NOT NULL,
      before TEXT,
      after TEXT
    )`,
    `CREATE INDEX document_history_document ON document_history (document_id, id)`,
  ]),
  /**
   * Substitutions between two days (YYYY-MM-DD, both included), whether a user wants mails about documents, notifications
   * that are not yet in the outbox (`document_notices`: JSON), when a document's signatories were last reminded, the days
   * whose digest was sent, and the words by which documents are found.
   */
  migration(5, 'absence-and-mails', ({ growingId, big, binary, rowInKey }) => [
    `CREATE TABLE substitutes (
      user_id ${big} PRIMARY KEY REFERENCES users(id) ON DELETE CASCADE,
      substitute_id ${big} NOT NULL REFERENCES users(id) ON DELETE CASCADE,
      from_day TEXT NOT NULL,
      to_day TEXT NOT NULL
    )`,
    'CREATE INDEX substitutes_substitute ON substitutes (substitute_id)',
    'ALTER TABLE users ADD COLUMN document_mails INTEGER NOT NULL DEFAULT 1',
    `CREATE TABLE document_notices (
      id ${growingId},
      facts TEXT NOT NULL
    )`,
    `CREATE TABLE document_reminders (
      document_id ${big} PRIMARY KEY REFERENCES documents(id) ON DELETE CASCADE,
      at ${big} NOT NULL
    )`,
    `CREATE TABLE document_digests (
      day TEXT PRIMARY KEY,
      at ${big} NOT NULL
    )`,
    ...outboxTables(growingId, big),
    MAIL_TEXTS_TO_ERASE,
    `CREATE TABLE document_words (
      word TEXT${binary} NOT NULL,
      document_id ${big} NOT NULL REFERENCES documents(id) ON DELETE CASCADE,
      PRIMARY KEY (word, document_id)
    )${rowInKey}`,
    'CREATE INDEX document_words_document ON document_words (document_id, word)',
    'CREATE INDEX documents_pair ON documents (directing_id, task_id, id)',
    'CREATE INDEX documents_pair_state ON documents (directing_id, task_id, state, id)',
    'CREATE INDEX document_entries_listed ON document_entries (user_id, kind, document_id)',
    `CREATE INDEX document_entries_accepted ON document_entries (user_id, kind, document_id)
      WHERE accepted_at IS NOT NULL`,
  ]),
  /**
   * Keys under which authors created documents, so that a repeated call whose answer was lost creates none. `content` is
   * the SHA-256 of the request. `document_id` is null only inside the transaction that creates the document; the key is
   * removed with it.
   */
  migration(6, 'document-keys', ({ big }) => [
    `CREATE TABLE document_keys (
      author_id ${big} NOT NULL REFERENCES users(id) ON DELETE CASCADE,
      key TEXT NOT NULL,
      content TEXT NOT NULL,
      document_id ${big} REFERENCES documents(id) ON DELETE CASCADE,
      made_at ${big} NOT NULL,
      PRIMARY KEY (author_id, key)
    )`,
    'CREATE INDEX document_keys_document ON document_keys (document_id)',
    'CREATE INDEX document_keys_made ON document_keys (made_at)',
  ]),
  /**
   * The people who see a document whatever their role, once each: its author and those listed in it (`is_listed`, for
   * whom a substitute sees it as well). Pair and state are those of the document.
   */

  /**
   * Both databases answer lists and counters from an index alone: SQLite keeps the whole row in the key of a table
   * without row ids, PostgreSQL includes the other columns.
   */
  migration(7, 'document-people', ({ big, isPostgres, rowInKey }) => [
    `CREATE TABLE document_people (
      user_id ${big} NOT NULL REFERENCES users(id),
      document_id ${big} NOT NULL REFERENCES documents(id) ON DELETE CASCADE,
      directing_id ${big} NOT NULL,
      task_id ${big} NOT NULL,
      state TEXT NOT NULL,
      is_listed INTEGER NOT NULL,
      PRIMARY KEY (user_id, document_id)${isPostgres ? ' INCLUDE (directing_id, task_id, state, is_listed)' : ''}
    )${rowInKey}`,
    `INSERT INTO document_people (user_id, document_id, directing_id, task_id, state, is_listed)
      SELECT person.user_id, documents.id, documents.directing_id, documents.task_id, documents.state, max(person.is_listed)
      FROM documents JOIN (
        SELECT author_id AS user_id, id AS document_id, 0 AS is_listed FROM documents
        UNION ALL SELECT user_id, document_id, 1 FROM document_entries
      ) AS person ON person.document_id = documents.id
      GROUP BY person.user_id, documents.id, documents.directing_id, documents.task_id, documents.state`,
    'CREATE INDEX document_people_document ON document_people (document_id)',
    `CREATE INDEX document_people_pair
      ON document_people (user_id, directing_id, task_id, document_id, state, is_listed)`,
  ]),
  /** Actions of a role outside of any direction and task, by their ids in contract/access/actions.ts. */
  migration(8, 'standing-actions', ({ big }) => [
    `CREATE TABLE role_actions (
      role_id ${big} NOT NULL REFERENCES roles(id) ON DELETE CASCADE,
      action_id INTEGER NOT NULL,
      PRIMARY KEY (role_id, action_id)
    )`,
  ]),
  /**
   * When a decision was asked of a signatory (`asked_at`, null where none is), for queues that begin with the oldest; of
   * older entries only the last change of their document is known. Documents without signatories are `none`: they counted
   * as done. `document_keys.revision` is the state after a change under the key; null: the key created the document.
   */
  migration(9, 'document-queue', ({ big }) => [
    `ALTER TABLE document_entries ADD COLUMN asked_at ${big}`,
    `UPDATE document_entries SET asked_at = (
      SELECT CASE WHEN document_entries.kind = 'acceptor' AND documents.version = 1
        THEN documents.created_at ELSE documents.saved_at END
      FROM documents WHERE documents.id = document_entries.document_id
    ) WHERE is_asked = 1`,
    `CREATE INDEX document_entries_queue ON document_entries (user_id, asked_at, document_id) WHERE is_asked = 1`,
    `UPDATE documents SET state = 'none'
      WHERE NOT EXISTS (SELECT 1 FROM document_entries WHERE document_entries.document_id = documents.id)`,
    `UPDATE document_people SET state = 'none'
      WHERE document_id IN (SELECT id FROM documents WHERE state = 'none')`,
    `ALTER TABLE document_keys ADD COLUMN revision ${big}`,
    `CREATE INDEX documents_author_state ON documents (author_id, state, id)`,
  ]),
  /** Uids of accounts whose profile has passed to another account, so that pending work goes to its present owner. */
  migration(10, 'former-uids', ({ big }) => [
    `CREATE TABLE former_uids (
      uid TEXT PRIMARY KEY,
      user_id ${big} NOT NULL REFERENCES users(id) ON DELETE CASCADE
    )`,
  ]),
  /**
   * Templates of documents, a row for each saved version (`content` as JSON), and the route that a document has taken
   * from one (`documents.route`, JSON, null: flat lists). `document_entries.step` counts from 1 and is null for
   * recipients and flat lists; `due_at` is until when an asked person is expected to decide, null: without a deadline. A
   * round of a step is identified by the moment since which it is asked: `document_alarms` has the notifications of a
   * round, so that each is sent once, `document_escalations` who else may decide in it.
   */
  migration(11, 'document-routes', ({ big }) => [
    `CREATE TABLE document_templates (
      directing_id ${big} NOT NULL REFERENCES directings(id) ON DELETE CASCADE,
      task_id ${big} NOT NULL REFERENCES tasks(id) ON DELETE CASCADE,
      version ${big} NOT NULL,
      content TEXT NOT NULL,
      ${editorColumns(big)},
      PRIMARY KEY (directing_id, task_id, version)
    )`,
    `ALTER TABLE documents ADD COLUMN route TEXT`,
    `ALTER TABLE document_entries ADD COLUMN step INTEGER`,
    `ALTER TABLE document_entries ADD COLUMN due_at ${big}`,
    `CREATE INDEX document_entries_due ON document_entries (due_at, document_id)
      WHERE is_asked = 1 AND step IS NOT NULL`,
    `CREATE TABLE document_alarms (
      document_id ${big} NOT NULL REFERENCES documents(id) ON DELETE CASCADE,
      step INTEGER NOT NULL,
      asked_at ${big} NOT NULL,
      kind TEXT NOT NULL,
      at ${big} NOT NULL,
      PRIMARY KEY (document_id, step, asked_at, kind)
    )`,
    `CREATE TABLE document_escalations (
      document_id ${big} NOT NULL REFERENCES documents(id) ON DELETE CASCADE,
      step INTEGER NOT NULL,
      asked_at ${big} NOT NULL,
      user_id ${big} NOT NULL REFERENCES users(id),
      PRIMARY KEY (document_id, step, asked_at, user_id)
    )`,
    `CREATE INDEX document_escalations_user ON document_escalations (user_id, document_id)`,
  ]),
  /**
   * Lists of documents in any order, each from an index of the column and the id. `title_key` is computed by the
   * database. `document_views` are saved filters: `filter` is a JSON object of texts, as in an address, and at most one
   * of a person's is the default.
   */
  migration(12, 'document-lists', ({ growingId, big, isPostgres }) => [
    `ALTER TABLE documents ADD COLUMN title_key ${titleKey(isPostgres)}`,
    `CREATE INDEX documents_title ON documents (title_key, id)`,
    `CREATE INDEX documents_saved ON documents (saved_at, id)`,
    `CREATE INDEX documents_created ON documents (created_at, id)`,
    `CREATE INDEX documents_state ON documents (state, id)`,
    `CREATE INDEX documents_task_id ON documents (task_id, id)`,
    `CREATE INDEX documents_directing_id ON documents (directing_id, id)`,
    `DROP INDEX documents_task`,
    `CREATE INDEX document_entries_asked ON document_entries ((coalesce(asked_at, 0)), document_id)
      WHERE is_asked = 1`,
    `CREATE TABLE document_views (
      id ${growingId},
      user_id ${big} NOT NULL REFERENCES users(id) ON DELETE CASCADE,
      title TEXT NOT NULL,
      filter TEXT NOT NULL,
      is_default INTEGER NOT NULL
    )`,
    `CREATE INDEX document_views_user ON document_views (user_id, id)`,
  ]),
  /**
   * Comments on documents: `kind` is comment, question or answer, `answers` the question of an answer, `version` that of
   * the document at the time. `asked_id` is the person who should answer a question: null once there is an answer, or
   * none is wanted. A withdrawn comment keeps its row, without text, files and mentions. `key` is that of the call that
   * created it, null for none, and `content` the SHA-256 of the request. `document_history.comment_id` names the comment
   * of an entry.
   */
  migration(13, 'document-comments', ({ growingId, big }) => [
    `CREATE TABLE document_comments (
      id ${growingId},
      document_id ${big} NOT NULL REFERENCES documents(id) ON DELETE CASCADE,
      author_id ${big} NOT NULL REFERENCES users(id),
      kind TEXT NOT NULL,
      answers ${big} REFERENCES document_comments(id) ON DELETE CASCADE,
      asked_id ${big} REFERENCES users(id),
      text TEXT NOT NULL,
      version ${big} NOT NULL,
      made_at ${big} NOT NULL,
      withdrawn_at ${big},
      key TEXT,
      content TEXT NOT NULL
    )`,
    `CREATE INDEX document_comments_document ON document_comments (document_id, id)`,
    `CREATE INDEX document_comments_answers ON document_comments (answers)`,
    `CREATE INDEX document_comments_open ON document_comments (document_id) WHERE asked_id IS NOT NULL`,
    `CREATE INDEX document_comments_asked ON document_comments (asked_id, document_id)
      WHERE asked_id IS NOT NULL`,
    `CREATE UNIQUE INDEX document_comments_key ON document_comments (author_id, key)`,
    `CREATE TABLE document_comment_files (
      file_name TEXT PRIMARY KEY,
      comment_id ${big} NOT NULL REFERENCES document_comments(id) ON DELETE CASCADE,
      place INTEGER NOT NULL,
      original_name TEXT NOT NULL,
      type TEXT NOT NULL,
      size ${big} NOT NULL
    )`,
    `CREATE INDEX document_comment_files_comment ON document_comment_files (comment_id)`,
    `CREATE TABLE document_mentions (
      comment_id ${big} NOT NULL REFERENCES document_comments(id) ON DELETE CASCADE,
      user_id ${big} NOT NULL REFERENCES users(id),
      PRIMARY KEY (comment_id, user_id)
    )`,
    `ALTER TABLE document_history ADD COLUMN comment_id ${big}`,
  ]),
  /**
   * Drafts of documents before they are saved, with their staged files. `document_id` null: a new document. `content` is
   * a JSON object: title, description and the uids of both lists. Direction and type may have been removed. A save moves
   * the rows of files to `document_files`; the files stay in place.
   */
  migration(14, 'document-drafts', ({ growingId, big }) => [
    `CREATE TABLE document_drafts (
      user_id ${big} NOT NULL REFERENCES users(id) ON DELETE CASCADE,
      id TEXT NOT NULL,
      document_id ${big} REFERENCES documents(id) ON DELETE CASCADE,
      directing_id ${big} NOT NULL,
      task_id ${big} NOT NULL,
      etag TEXT,
      content TEXT NOT NULL,
      saved_at ${big} NOT NULL,
      PRIMARY KEY (user_id, id)
    )`,
    `CREATE INDEX document_drafts_document ON document_drafts (document_id)`,
    `CREATE INDEX document_drafts_saved ON document_drafts (saved_at)`,
    `CREATE TABLE document_waiting_files (
      id ${growingId},
      file_name TEXT NOT NULL UNIQUE,
      user_id ${big} NOT NULL,
      draft_id TEXT NOT NULL,
      original_name TEXT NOT NULL,
      type TEXT NOT NULL,
      size ${big} NOT NULL,
      sha256 TEXT NOT NULL,
      FOREIGN KEY (user_id, draft_id) REFERENCES document_drafts(user_id, id) ON DELETE CASCADE
    )`,
    `CREATE INDEX document_waiting_files_draft ON document_waiting_files (user_id, draft_id)`,
  ]),
  /** Records of the demonstration, and milestones of the shop. */
  migration(15, 'demonstration', ({ big }) => demonstrationTables(big)),
  /**
   * Names and positions of the moment of a decision (`decided_as`: JSON of `name`, `position` and `by` with the same), of
   * older decisions from the history, else the present ones. A cancelled or binned document has the moment (`closed_at`)
   * and `closing`: JSON of `by` and `reason`. `document_notices.due_at` is when a notification may leave, `decision` that
   * of which it reports, which may be undone before. A declined document asks no other signatory any more.
   */
  migration(16, 'document-endings', ({ big, isPostgres }) => [
    `ALTER TABLE document_entries ADD COLUMN decided_as TEXT`,
    decidedAsInHistory(isPostgres),
    decidedAsToday(isPostgres),
    `ALTER TABLE documents ADD COLUMN closed_at ${big}`,
    `ALTER TABLE documents ADD COLUMN closing TEXT`,
    `CREATE INDEX documents_closed ON documents (closed_at) WHERE closed_at IS NOT NULL`,
    `ALTER TABLE document_notices ADD COLUMN due_at ${big} NOT NULL DEFAULT 0`,
    `ALTER TABLE document_notices ADD COLUMN decision TEXT`,
    `CREATE INDEX document_notices_due ON document_notices (due_at, id)`,
    `CREATE INDEX document_notices_decision ON document_notices (decision) WHERE decision IS NOT NULL`,
    `UPDATE document_entries SET is_asked = 0, asked_at = NULL, due_at = NULL
      WHERE is_asked = 1 AND document_id IN (SELECT id FROM documents WHERE state = 'declined')`,
  ]),
  /**
   * Certificates that seal signed packages, in base64; `private_key` of the newest alone, encrypted under the secret of
   * the installation. Packages that were given out, by the SHA-256 of their bytes: `state` is that of what they show.
   * They outlive their documents.
   */
  migration(17, 'document-seals', ({ growingId, big }) => [
    `CREATE TABLE document_seals (
      id ${growingId},
      certificate TEXT NOT NULL,
      private_key TEXT NOT NULL,
      made_at ${big} NOT NULL
    )`,
    `CREATE TABLE document_packages (
      id ${growingId},
      document_id ${big} NOT NULL,
      version ${big} NOT NULL,
      state TEXT NOT NULL,
      sha256 TEXT NOT NULL,
      made_at ${big} NOT NULL,
      made_by TEXT NOT NULL
    )`,
    `CREATE UNIQUE INDEX document_packages_file ON document_packages (document_id, sha256)`,
    `CREATE INDEX document_packages_state ON document_packages (document_id, state)`,
  ]),
  /** To whom a reminder or an escalation went, as they were called then: JSON of people; null of other and older events. */
  migration(18, 'document-recipients', () => [`ALTER TABLE document_history ADD COLUMN sent_to TEXT`]),
  /** What each mail is about, for the list of administrators. */
  migration(19, 'mail-subjects', () => [MAIL_SUBJECTS]),
];

// The tables of catalogue, price lists and requests as SQL steps, oldest first; released steps are never changed. Row
// types are in schema.ts.
import { demonstrationTables } from '../../platform/database/demonstration-records.ts';
import { editorColumns, type Migration, migration } from '../../platform/database/types.ts';
import { MAIL_SUBJECTS, MAIL_TEXTS_TO_ERASE, outboxTables } from '../../platform/mail/mail.ts';
import { LOGGING_POSITIONS, POSITION_CHANGES } from './change-log.ts';

/** Writes the ids of the rows that a statement changed into the log; `column` holds them. */
const logFunction = (name: string, column: string): string =>
  `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
   DECLARE found BIGINT[];
   BEGIN
     SELECT array_agg(DISTINCT ${column}) INTO found FROM changed_rows;
     IF found IS NOT NULL THEN
       INSERT INTO catalogue_changes (xid, entity, ids) VALUES (pg_current_xact_id(), TG_TABLE_NAME, found);
       PERFORM pg_notify(TG_TABLE_SCHEMA || '_changes', '');
     END IF;
     RETURN NULL;
   END $$`;

const EVENTS = [
  ['insert', 'NEW'],
  ['update', 'NEW'],
  ['delete', 'OLD'],
] as const;

const trigger = (table: string, event: string, rows: 'OLD' | 'NEW', logged: string): string =>
  `CREATE TRIGGER log_${event}_${rows.toLowerCase()} AFTER ${event} ON ${table}
   REFERENCING ${rows} TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION ${logged}()`;

const triggers = (table: string, logged: string): string[] =>
  EVENTS.map(([event, rows]) => trigger(table, event, rows, logged));

/** Logs every change of a table whose rows have an `id`; for PostgreSQL. */
const loggedChanges = (table: string): string[] => triggers(table, 'log_changed_rows');

/** As server/catalogue/changes/renew-parts.ts works it out; hidden positions decide nothing. */
const SINGLE_MAKERS = `single_makers AS (
    SELECT key_id, CASE WHEN min(manufacturer_key) = max(manufacturer_key) THEN min(manufacturer_key) ELSE '' END AS maker
    FROM positions WHERE manufacturer_key <> '' AND hidden = 0 GROUP BY key_id
  ),
  placed AS (
    SELECT p.id, p.key_id,
      CASE WHEN p.manufacturer_key <> '' THEN p.manufacturer_key ELSE coalesce(s.maker, '') END AS maker
    FROM positions p LEFT JOIN single_makers s ON s.key_id = p.key_id
  )`;

/** The columns of positions before they had keys of their sources. */
const EARLIER_COLUMNS = `id, provider_id, brand_id, key_id, manufacturer_key, article, title, manufacturer, code, price, amount,
    price_day, in_stock, weight, width, height, length, photo, alias, created_at, updated_at, hidden, part_id, delivery, lot`;

const OWN_KINDS = "kind IN ('maker', 'abbreviation', 'synonym', 'stop', 'none', 'part', 'machine', 'plain')";
const OWN_WORD_COLUMNS = 'id, key, kind, word, means, saved_at, editor_uid, editor_name, editor_email';

/** The same table under another unique key, for SQLite; redirects stand aside, as dropping a position drops them. */
const POSITIONS_ANEW: readonly string[] = [
  'CREATE TABLE redirects_aside AS SELECT alias, position_id FROM alias_redirects',
  'DROP TABLE alias_redirects',
  `CREATE TABLE positions_anew (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    provider_id INTEGER NOT NULL REFERENCES providers(id),
    brand_id INTEGER NOT NULL REFERENCES brands(id),
    key_id INTEGER NOT NULL REFERENCES article_keys(id),
    manufacturer_key TEXT NOT NULL DEFAULT '',
    article TEXT NOT NULL,
    title TEXT NOT NULL DEFAULT '',
    manufacturer TEXT NOT NULL DEFAULT '',
    code TEXT NOT NULL DEFAULT '',
    price INTEGER NOT NULL DEFAULT 0,
    amount REAL NOT NULL DEFAULT 0,
    price_day INTEGER NOT NULL,
    in_stock INTEGER NOT NULL DEFAULT 0,
    weight INTEGER NOT NULL DEFAULT 0,
    width INTEGER NOT NULL DEFAULT 0,
    height INTEGER NOT NULL DEFAULT 0,
    length INTEGER NOT NULL DEFAULT 0,
    photo TEXT,
    alias TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    hidden INTEGER NOT NULL DEFAULT 0,
    part_id INTEGER NOT NULL DEFAULT 0,
    delivery INTEGER,
    lot INTEGER,
    source_key TEXT NOT NULL DEFAULT ''
  )`,
  `INSERT INTO positions_anew (${EARLIER_COLUMNS}) SELECT ${EARLIER_COLUMNS} FROM positions ORDER BY id`,
  // Ids of deleted positions are not given out again.
  "DELETE FROM sqlite_sequence WHERE name = 'positions_anew'",
  `INSERT INTO sqlite_sequence (name, seq) SELECT 'positions_anew', seq FROM sqlite_sequence WHERE name = 'positions'`,
  'DROP TABLE positions',
  'ALTER TABLE positions_anew RENAME TO positions',
  'CREATE INDEX positions_by_brand ON positions (brand_id)',
  'CREATE INDEX positions_by_price_day ON positions (price_day) WHERE in_stock = 1',
  'CREATE INDEX positions_by_part ON positions (part_id)',
  `CREATE TABLE alias_redirects (
    alias TEXT PRIMARY KEY,
    position_id INTEGER NOT NULL REFERENCES positions(id) ON DELETE CASCADE
  )`,
  'INSERT INTO alias_redirects (alias, position_id) SELECT alias, position_id FROM redirects_aside',
  'CREATE INDEX alias_redirects_by_position ON alias_redirects (position_id)',
  'DROP TABLE redirects_aside',
];

/** Gives each position that an exchange made the id of one of the goods with its article, and each id one position. */
const ADOPTED_GOODS = `WITH owners AS (
    SELECT DISTINCT provider_id, brand_id FROM import_runs WHERE source = 'exchange'
  ),
  pairs AS (
    SELECT p.id, p.provider_id, p.brand_id, g.id AS goods_id,
      CASE WHEN g.removed = 0 THEN 0 ELSE 4 END + CASE WHEN p.manufacturer = g.manufacturer THEN 0 ELSE 2 END
        + CASE WHEN p.title = g.title THEN 0 ELSE 1 END AS unlike
    FROM owners o JOIN positions p ON p.provider_id = o.provider_id AND p.brand_id = o.brand_id
      JOIN exchange_goods g ON p.article = CASE WHEN g.article <> '' THEN g.article ELSE g.code END
    WHERE p.article <> '' AND length(g.id) <= 250
      AND (p.manufacturer = g.manufacturer OR p.manufacturer = '' OR g.manufacturer = '')
  ),
  likest AS (
    SELECT id, goods_id, row_number() OVER (PARTITION BY id ORDER BY unlike, goods_id) AS place,
      row_number() OVER (PARTITION BY provider_id, brand_id, goods_id ORDER BY unlike, id) AS place_of_goods
    FROM pairs
  )
  UPDATE positions SET source_key = 'id:' || likest.goods_id FROM likest
  WHERE likest.id = positions.id AND place = 1 AND place_of_goods = 1`;

/** The schema of the catalogue, oldest step first; steps of a release are never changed. */
export const migrations: readonly Migration[] = [
  /**
   * Positions and what they belong to, import runs with the changes of each row, the catalogue version.
   * Times are milliseconds since the epoch, `price` kopecks, sizes hundredths of mm and kg, `price_day` days since the
   * epoch in the shop's time zone. `manufacturer_key` is '' and never NULL, so that the identity index is total.
   */
  migration(1, 'catalogue', ({ growingId, big, real }) => [
    `CREATE TABLE brands (
      id ${growingId},
      title TEXT NOT NULL,
      created_at ${big} NOT NULL,
      updated_at ${big} NOT NULL
    )`,
    `CREATE TABLE providers (
      id ${growingId},
      title TEXT NOT NULL,
      created_at ${big} NOT NULL,
      updated_at ${big} NOT NULL
    )`,
    `CREATE TABLE article_keys (
      id ${growingId},
      key TEXT NOT NULL UNIQUE
    )`,
    `CREATE TABLE positions (
      id ${growingId},
      provider_id ${big} NOT NULL REFERENCES providers(id),
      brand_id ${big} NOT NULL REFERENCES brands(id),
      key_id ${big} NOT NULL REFERENCES article_keys(id),
      manufacturer_key TEXT NOT NULL DEFAULT '',
      article TEXT NOT NULL,
      title TEXT NOT NULL DEFAULT '',
      manufacturer TEXT NOT NULL DEFAULT '',
      code TEXT NOT NULL DEFAULT '',
      price ${big} NOT NULL DEFAULT 0,
      amount ${real} NOT NULL DEFAULT 0,
      price_day INTEGER NOT NULL,
      in_stock INTEGER NOT NULL DEFAULT 0,
      weight INTEGER NOT NULL DEFAULT 0,
      width INTEGER NOT NULL DEFAULT 0,
      height INTEGER NOT NULL DEFAULT 0,
      length INTEGER NOT NULL DEFAULT 0,
      photo TEXT,
      alias TEXT NOT NULL UNIQUE,
      created_at ${big} NOT NULL,
      updated_at ${big} NOT NULL,
      UNIQUE (provider_id, brand_id, key_id, manufacturer_key)
    )`,
    'CREATE INDEX positions_by_key ON positions (key_id)',
    'CREATE INDEX positions_by_brand ON positions (brand_id)',
    'CREATE INDEX positions_by_price_day ON positions (price_day) WHERE in_stock = 1',
    `CREATE TABLE alias_redirects (
      alias TEXT PRIMARY KEY,
      position_id ${big} NOT NULL REFERENCES positions(id) ON DELETE CASCADE
    )`,
    'CREATE INDEX alias_redirects_by_position ON alias_redirects (position_id)',
    `CREATE TABLE import_runs (
      id ${growingId},
      upload_id TEXT UNIQUE,
      uid TEXT NOT NULL,
      file_name TEXT NOT NULL,
      brand_id ${big},
      provider_id ${big},
      settings TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('running', 'done', 'failed', 'interrupted')),
      started_at ${big} NOT NULL,
      ended_at ${big},
      error TEXT,
      report TEXT
    )`,
    `CREATE TABLE import_changes (
      run_id ${big} NOT NULL REFERENCES import_runs(id),
      position_id ${big} NOT NULL,
      before TEXT,
      after TEXT NOT NULL,
      PRIMARY KEY (run_id, position_id)
    )`,
    `CREATE TABLE catalogue_state (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      version ${big} NOT NULL
    )`,
    'INSERT INTO catalogue_state (id, version) VALUES (1, 1)',
  ]),
  /**
   * What the search reads: article and code keys of each position in stock-first order, the trigrams of distinct keys,
   * one document of tokens for each position, and how many positions hold each word. Only `bridge/search` writes here.
   */
  migration(2, 'search-index', {
    sqlite: [
      `CREATE TABLE position_keys (
        in_stock INTEGER NOT NULL,
        key TEXT NOT NULL,
        position_id INTEGER NOT NULL,
        kind INTEGER NOT NULL,
        PRIMARY KEY (in_stock, key, position_id, kind)
      ) WITHOUT ROWID`,
      `CREATE VIRTUAL TABLE key_trigrams USING fts5(
        key, content='', contentless_delete=1, tokenize='trigram case_sensitive 1', detail=none
      )`,
      // The trigger indexes every new key; a key is never changed.
      `CREATE TRIGGER article_key_added AFTER INSERT ON article_keys BEGIN
        INSERT INTO key_trigrams (rowid, key) VALUES (new.id, new.key);
      END`,
      `CREATE VIRTUAL TABLE position_words USING fts5(
        words, content='', contentless_delete=1, tokenize="ascii tokenchars '_#@'", detail=none
      )`,
      // Fewer, larger segments while an import runs.
      "INSERT INTO position_words (position_words, rank) VALUES ('hashsize', 8388608)",
      "INSERT INTO key_trigrams (key_trigrams, rank) VALUES ('hashsize', 4194304)",
      'CREATE TABLE vocabulary (word TEXT PRIMARY KEY, row_count INTEGER NOT NULL) WITHOUT ROWID',
    ],
    postgres: [],
  }),
  /**
   * The code that adds a key now writes its trigrams too (`articleKeyIds`): a trigger made every new key open a
   * savepoint, at which FTS5 writes out all it has gathered, and an import of new articles spent a fifth of its time
   * there.
   */
  migration(3, 'keys-without-trigger', { sqlite: ['DROP TRIGGER article_key_added'], postgres: [] }),
  /**
   * Nothing looks positions up by key alone: an import names provider and brand too, the search has a table of its own.
   * On PostgreSQL a list that confirms prices would write every index of a row again for the day of its price; the hourly
   * sweep that asks for it reads through the table well enough.
   */
  migration(4, 'fewer-indexes', {
    sqlite: ['DROP INDEX positions_by_key'],
    postgres: ['DROP INDEX positions_by_key', 'DROP INDEX positions_by_price_day'],
  }),
  /**
   * A counter of changed photos. Beside the catalogue version, because feeds name photos and nothing else does: a new
   * photo builds the price list of a million rows anew without need.
   */
  migration(5, 'photo-state', ({ big }) => [
    `CREATE TABLE photo_state (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      version ${big} NOT NULL
    )`,
    'INSERT INTO photo_state (id, version) VALUES (1, 0)',
  ]),
  /**
   * On PostgreSQL every process keeps a copy of what the search and the cards show in a file of its own (decision 24), so
   * the tables of the search index go. Instead a log says which rows each transaction changed: written by triggers, so
   * that no writer can forget it; with the number of the transaction, by which a snapshot knows whether it was seen.
   * `trimmed_to` is the first transaction whose entries are all there. On SQLite the index stands in the same file.
   */
  migration(6, 'change-log', {
    sqlite: [],
    postgres: [
      'DROP TABLE IF EXISTS position_keys, position_words, vocabulary',
      'DROP INDEX IF EXISTS article_keys_trigrams',
      `CREATE TABLE catalogue_changes (
        number BIGINT PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
        xid XID8 NOT NULL,
        entity TEXT NOT NULL,
        ids BIGINT[] NOT NULL
      )`,
      'CREATE INDEX catalogue_changes_by_xid ON catalogue_changes (xid)',
      'CREATE TABLE catalogue_log (id INTEGER PRIMARY KEY CHECK (id = 1), trimmed_to XID8 NOT NULL)',
      "INSERT INTO catalogue_log (id, trimmed_to) VALUES (1, '0')",
      logFunction('log_changed_rows', 'id'),
      logFunction('log_redirected_positions', 'position_id'),
      ...['brands', 'article_keys', 'positions'].flatMap(loggedChanges),
      ...triggers('alias_redirects', 'log_redirected_positions'),
      // A redirect that moves is taken from one position and given to another.
      trigger('alias_redirects', 'update', 'OLD', 'log_redirected_positions'),
    ],
  }),
  /**
   * Rows of a price list that can be applied only when the whole file is known (decisions 30 and 31): filled and emptied
   * again within the transaction of an import. Compared byte by byte, so that both databases agree on the order.
   */
  migration(7, 'waiting-rows', ({ big, binary, rowInKey }) => [
    `CREATE TABLE import_waiting_rows (
      run_id ${big} NOT NULL,
      stage INTEGER NOT NULL,
      key TEXT${binary} NOT NULL,
      maker TEXT${binary} NOT NULL,
      sheet_row ${big} NOT NULL,
      body TEXT NOT NULL,
      PRIMARY KEY (run_id, stage, key, maker, sheet_row)
    )${rowInKey}`,
  ]),
  /**
   * What is to be done to rows that SQL alone cannot do, by name; the next start does it and strikes it off. `plus-keys`:
   * a plus beside a digit became a part of article keys.
   */
  migration(8, 'pending-upkeep', () => [
    'CREATE TABLE pending_upkeep (name TEXT PRIMARY KEY)',
    "INSERT INTO pending_upkeep (name) VALUES ('plus-keys')",
  ]),
  /**
   * The history of import runs: kinds (`file`, `undo`, `hand`), sources, counts, the kept file, every row error; and the
   * presets of providers. `began_at` is null while a run waits for its turn. `fields` of a preset are those of the upload
   * form, `headers` the texts of the header of the file that it was made from, both as JSON.
   */
  migration(9, 'run-history', ({ growingId, big }) => [
    // What a run is, how it was begun, by whom, and whether it waits for its turn.
    "ALTER TABLE import_runs ADD COLUMN kind TEXT NOT NULL DEFAULT 'file'",
    "ALTER TABLE import_runs ADD COLUMN source TEXT NOT NULL DEFAULT 'call'",
    // The name and address of that person then; empty for the shop itself.
    "ALTER TABLE import_runs ADD COLUMN who TEXT NOT NULL DEFAULT ''",
    `ALTER TABLE import_runs ADD COLUMN undoes ${big}`,
    `ALTER TABLE import_runs ADD COLUMN preset_id ${big}`,
    `ALTER TABLE import_runs ADD COLUMN began_at ${big}`,
    // What it came to, small enough for a list.
    'ALTER TABLE import_runs ADD COLUMN counts TEXT',
    // The name of the kept file in the folder of price lists; null when it is not kept any more.
    'ALTER TABLE import_runs ADD COLUMN kept_file TEXT',
    `ALTER TABLE import_runs ADD COLUMN file_bytes ${big}`,
    'CREATE INDEX import_runs_by_provider ON import_runs (provider_id, brand_id)',
    `CREATE TABLE import_row_errors (
      run_id ${big} NOT NULL,
      place ${big} NOT NULL,
      sheet_row ${big} NOT NULL,
      column_letter TEXT,
      code TEXT NOT NULL,
      message TEXT NOT NULL,
      text TEXT NOT NULL,
      PRIMARY KEY (run_id, place)
    )`,
    `CREATE TABLE import_presets (
      id ${growingId},
      provider_id ${big} NOT NULL REFERENCES providers(id) ON DELETE CASCADE,
      name TEXT NOT NULL,
      fields TEXT NOT NULL,
      headers TEXT NOT NULL,
      created_at ${big} NOT NULL,
      updated_at ${big} NOT NULL,
      UNIQUE (provider_id, name)
    )`,
  ]),
  /**
   * What taking a run back needs. Positions that visitors do not see: 0 shown, 1 hidden by hand, 2 removed
   * (contract/catalogue/words.ts); they keep their identity, so that no second row can be made of what a price list names
   * again. The place of each run in the order in which runs changed the catalogue; null for one that changed nothing.
   */
  migration(10, 'undo', ({ big }) => [
    'ALTER TABLE positions ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0',
    // An import has its number before it waits for its turn, so ids do not show the order of changes.
    `ALTER TABLE import_runs ADD COLUMN applied ${big}`,
    "UPDATE import_runs SET applied = id WHERE state = 'done'",
    'CREATE UNIQUE INDEX import_runs_by_applied ON import_runs (applied)',
  ]),
  /** Goods of an accounting program by its own ids, the only names in its files of prices and stock. */
  migration(11, 'exchange', ({ big }) => [
    `CREATE TABLE exchange_goods (
      id TEXT PRIMARY KEY,
      code TEXT NOT NULL,
      article TEXT NOT NULL,
      title TEXT NOT NULL,
      manufacturer TEXT NOT NULL,
      removed ${big} NOT NULL,
      updated_at ${big} NOT NULL
    )`,
  ]),
  /**
   * Where price lists come from by themselves, and what came. `settings`, `limits` and `plan` are JSON, `secret` is
   * sealed; `mark` is how far the source has been read, in the words of its kind; a check claims the source until
   * `claimed_until`. `held_file` is the name of a file that waits for a decision.
   */
  migration(12, 'import-sources', ({ growingId, big }) => [
    `CREATE TABLE import_sources (
      id ${growingId},
      kind TEXT NOT NULL,
      title TEXT NOT NULL,
      provider_id ${big} NOT NULL REFERENCES providers(id) ON DELETE CASCADE,
      brand_id ${big} NOT NULL REFERENCES brands(id) ON DELETE CASCADE,
      preset_id ${big},
      settings TEXT NOT NULL,
      secret TEXT,
      limits TEXT NOT NULL,
      every_minutes ${big} NOT NULL,
      quiet_days ${big} NOT NULL,
      enabled ${big} NOT NULL,
      mark TEXT,
      ignored ${big} NOT NULL DEFAULT 0,
      claimed_until ${big} NOT NULL DEFAULT 0,
      checked_at ${big},
      problem TEXT,
      arrived_at ${big},
      created_at ${big} NOT NULL,
      updated_at ${big} NOT NULL
    )`,
    `CREATE TABLE import_arrivals (
      id ${growingId},
      source_id ${big} NOT NULL REFERENCES import_sources(id) ON DELETE CASCADE,
      file_name TEXT NOT NULL,
      bytes ${big} NOT NULL,
      at ${big} NOT NULL,
      state TEXT NOT NULL,
      run_id ${big},
      plan TEXT,
      reason TEXT,
      held_file TEXT
    )`,
    'CREATE INDEX import_arrivals_by_source ON import_arrivals (source_id)',
  ]),
  /**
   * What an import of PostgreSQL pays for every row without need. Room in the pages of positions, so that a new price
   * stands beside the old one and no index is written. No look whether the run of a change is there: both are written by
   * one transaction; nor whether the article key of a position is: keys are never deleted.
   */
  migration(13, 'cheaper-imports', {
    sqlite: [],
    postgres: [
      'ALTER TABLE positions SET (fillfactor = 70)',
      'ALTER TABLE import_changes DROP CONSTRAINT IF EXISTS import_changes_run_id_fkey',
      'ALTER TABLE positions DROP CONSTRAINT IF EXISTS positions_key_id_fkey',
    ],
  }),
  /** Who is notified of the end of a run. */
  migration(14, 'run-notices', () => [
    // The user who began the run asked to be notified of its end: `asked`, then `seen`; null: not asked.
    'ALTER TABLE import_runs ADD COLUMN notice TEXT',
    "CREATE INDEX import_runs_by_notice ON import_runs (uid) WHERE notice = 'asked'",
  ]),
  /**
   * Parts: what positions of one article key and one maker have in common (decision 39). The rows of parts are only ever
   * added, by the writers of positions, which take turns. Copies of the catalogue are made anew after a migration, so
   * PostgreSQL's log need not name every position.
   */
  migration(15, 'parts', ({ big, isPostgres }) => [
    `CREATE TABLE parts (
      id ${big} PRIMARY KEY,
      key_id ${big} NOT NULL,
      manufacturer_key TEXT NOT NULL DEFAULT '',
      UNIQUE (key_id, manufacturer_key)
    )`,
    // A version before this one adds positions without naming their part: see settle-parts-job.ts.
    `ALTER TABLE positions ADD COLUMN part_id ${big} NOT NULL DEFAULT 0`,
    `WITH ${SINGLE_MAKERS}
     INSERT INTO parts (id, key_id, manufacturer_key)
     SELECT row_number() OVER (ORDER BY key_id, maker), key_id, maker FROM placed GROUP BY key_id, maker`,
    ...(isPostgres ? ['ALTER TABLE positions DISABLE TRIGGER log_update_new'] : []),
    `WITH ${SINGLE_MAKERS}
     UPDATE positions SET part_id = t.part_id
     FROM (SELECT placed.id, q.id AS part_id
       FROM placed JOIN parts q ON q.key_id = placed.key_id AND q.manufacturer_key = placed.maker) t
     WHERE t.id = positions.id`,
    ...(isPostgres ? ['ALTER TABLE positions ENABLE TRIGGER log_update_new', 'ANALYZE parts'] : []),
    'CREATE INDEX positions_by_part ON positions (part_id)',
    ...(isPostgres ? [] : [...POSITION_CHANGES, ...LOGGING_POSITIONS]),
  ]),
  /**
   * What buyers ask for, with their offers as of sending (prices in kopecks), what staff did with it, and the mails about
   * it. Positions go while requests stay, so nothing refers to them. `content` is the SHA-256 of what was sent under
   * `creation_key`; `search_text` is compared folded; `saved_at` and the editor are of the last change.
   */
  migration(16, 'requests', ({ growingId, big }) => [
    'CREATE TABLE request_numbers (last INTEGER NOT NULL)',
    'INSERT INTO request_numbers (last) VALUES (0)',
    `CREATE TABLE requests (
      id ${growingId},
      number INTEGER NOT NULL UNIQUE,
      creation_key TEXT UNIQUE,
      content TEXT NOT NULL,
      uid TEXT,
      name TEXT NOT NULL,
      phone TEXT,
      email TEXT,
      comment TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('new', 'work', 'done', 'declined')),
      version INTEGER NOT NULL DEFAULT 1,
      positions INTEGER NOT NULL,
      unpriced INTEGER NOT NULL,
      total ${big} NOT NULL,
      search_text TEXT NOT NULL,
      created_at ${big} NOT NULL,
      ${editorColumns(big)}
    )`,
    'CREATE INDEX requests_by_state ON requests (state, id)',
    'CREATE INDEX requests_by_uid ON requests (uid, id) WHERE uid IS NOT NULL',
    'CREATE INDEX requests_by_age ON requests (saved_at)',
    `CREATE TABLE request_items (
      request_id ${big} NOT NULL REFERENCES requests(id) ON DELETE CASCADE,
      place INTEGER NOT NULL,
      position_id ${big} NOT NULL,
      article TEXT NOT NULL,
      title TEXT NOT NULL,
      manufacturer TEXT NOT NULL,
      brand TEXT NOT NULL,
      provider_id ${big} NOT NULL,
      price ${big} NOT NULL,
      amount INTEGER NOT NULL,
      PRIMARY KEY (request_id, place)
    )`,
    `CREATE TABLE request_events (
      id ${growingId},
      request_id ${big} NOT NULL REFERENCES requests(id) ON DELETE CASCADE,
      state TEXT,
      note TEXT,
      ${editorColumns(big)}
    )`,
    'CREATE INDEX request_events_of ON request_events (request_id, id)',
    ...outboxTables(growingId, big),
    MAIL_TEXTS_TO_ERASE,
  ]),
  /**
   * What a shop itself says of words that buyers search with, over the dictionary of the product, and what was searched
   * for and not found. `key` is the word by its forms, `means` its alternatives parted by `;`; times are milliseconds
   * since the epoch. The words are read where searches are answered, so copies of the catalogue follow them.
   */
  migration(17, 'search-words', ({ growingId, big, isPostgres }) => [
    `CREATE TABLE search_words (
      id ${growingId},
      key TEXT NOT NULL UNIQUE,
      kind TEXT NOT NULL CHECK (kind IN ('maker', 'abbreviation', 'synonym', 'stop', 'none')),
      word TEXT NOT NULL,
      means TEXT NOT NULL,
      ${editorColumns(big)}
    )`,
    `CREATE TABLE search_misses (
      wording TEXT PRIMARY KEY,
      count INTEGER NOT NULL,
      outcome TEXT NOT NULL CHECK (outcome IN ('nothing', 'less', 'near')),
      left_out TEXT NOT NULL,
      first_at ${big} NOT NULL,
      last_at ${big} NOT NULL
    )`,
    'CREATE INDEX search_misses_by_count ON search_misses (count, wording)',
    'CREATE INDEX search_misses_by_age ON search_misses (last_at)',
    ...(isPostgres ? loggedChanges('search_words') : []),
  ]),
  /**
   * Room in the pages of positions for a new price of every one of them beside the old one: a list changes most prices of a
   * supplier at once, and a row that finds no room moves, with an entry in each index. What is left free is less than what
   * moved rows leave behind.
   *
   * No check for each new position that its brand and provider exist: code that adds positions locks both until the transaction
   * ends (`lockOwner`), and deleting one deletes its positions too (positions/delete-reference-job.ts).
   */
  migration(18, 'room-for-prices', {
    sqlite: [],
    postgres: [
      'ALTER TABLE positions SET (fillfactor = 45)',
      'ALTER TABLE positions DROP CONSTRAINT IF EXISTS positions_provider_id_fkey',
      'ALTER TABLE positions DROP CONSTRAINT IF EXISTS positions_brand_id_fkey',
    ],
  }),
  /**
   * "This replaces that": the article replaces the other one, in this direction only; where both may stand for each other
   * there are two rows. `identity` is the four keys together, a manufacturer key of '' that of any maker. `run_id` is the
   * run whose file contains it, null where it was entered by hand; `removed_by` the run that undid it, null while it
   * counts; `saved_at` milliseconds since the epoch. Cards and search read it, so copies of the catalogue follow it
   * (decision 44).
   */
  migration(19, 'crosses', ({ growingId, big, isPostgres }) => [
    `CREATE TABLE crosses (
      id ${growingId},
      identity TEXT NOT NULL UNIQUE,
      article_key TEXT NOT NULL,
      manufacturer_key TEXT NOT NULL,
      article TEXT NOT NULL,
      manufacturer TEXT NOT NULL,
      replaced_key TEXT NOT NULL,
      replaced_manufacturer_key TEXT NOT NULL,
      replaced_article TEXT NOT NULL,
      replaced_manufacturer TEXT NOT NULL,
      run_id ${big},
      removed_by ${big},
      uid TEXT NOT NULL,
      who TEXT NOT NULL,
      saved_at ${big} NOT NULL
    )`,
    'CREATE INDEX crosses_by_replaced ON crosses (replaced_key)',
    'CREATE INDEX crosses_by_article ON crosses (article_key)',
    'CREATE INDEX crosses_by_run ON crosses (run_id)',
    ...(isPostgres ? loggedChanges('crosses') : []),
  ]),
  /**
   * On what terms a position is sold: `delivery` is the days until it can be had, `lot` the least quantity of an order in
   * pieces. Null where no price list has said so; without a default no row is rewritten.
   */
  migration(20, 'offer-terms', () => [
    'ALTER TABLE positions ADD COLUMN delivery INTEGER',
    'ALTER TABLE positions ADD COLUMN lot INTEGER',
  ]),
  /**
   * Who wants a mail at the end of which run: a row goes in the transaction that puts its mail into the outbox. And until
   * when a request that decides about a staged list has claimed it, milliseconds since the epoch. Errors are read by row,
   * a page after another.
   */
  migration(21, 'run-mails', ({ big }) => [
    `CREATE TABLE import_run_mails (
      run_id ${big} NOT NULL REFERENCES import_runs(id) ON DELETE CASCADE,
      uid TEXT NOT NULL,
      email TEXT NOT NULL,
      PRIMARY KEY (run_id, uid)
    )`,
    `ALTER TABLE import_arrivals ADD COLUMN claimed_until ${big} NOT NULL DEFAULT 0`,
    'CREATE INDEX import_row_errors_by_row ON import_row_errors (run_id, sheet_row, place)',
  ]),
  /**
   * Which process runs it, and its heartbeats; null in runs of an earlier version. `unwanted`: a user has
   * cancelled it at another process.
   */
  migration(22, 'run-workers', ({ big }) => [
    'ALTER TABLE import_runs ADD COLUMN worker TEXT',
    `ALTER TABLE import_runs ADD COLUMN beat ${big} NOT NULL DEFAULT 0`,
    'ALTER TABLE import_runs ADD COLUMN unwanted INTEGER NOT NULL DEFAULT 0',
    "CREATE INDEX import_runs_running ON import_runs (id) WHERE state = 'running'",
  ]),
  /**
   * `handed`: the run waited for its turn when its process stopped, and whichever process takes it goes on with it; as
   * JSON what that has to know beside the other columns.
   */
  migration(23, 'handed-over-runs', () => ['ALTER TABLE import_runs ADD COLUMN handed TEXT']),
  /** What the demonstration made, and what the shop has come to. */
  migration(24, 'demonstration', ({ big }) => demonstrationTables(big)),
  /**
   * How many requests were sent on a day (days since 1970-01-01 in the time zone of the shop) and how many more were
   * refused: of each address and account, and under the empty sender of all who are not signed in.
   */
  migration(25, 'request-days', () => [
    `CREATE TABLE request_days (
      day INTEGER NOT NULL,
      sender TEXT NOT NULL,
      sent INTEGER NOT NULL,
      refused INTEGER NOT NULL,
      PRIMARY KEY (day, sender)
    )`,
  ]),
  /** What each mail is about, for the list of administrators. */
  migration(26, 'mail-subjects', () => [MAIL_SUBJECTS]),
  /**
   * What its source names a position by where that is not the article (decision 107). Two positions may share article and
   * maker, so this is a part of the identity. What earlier exchanges made gets the ids of the goods that it was made of;
   * of several goods that became one position the one that looks most like it. SQLite cannot drop a unique key, so there
   * the table is made anew, and with it the one that refers to it.
   *
   * And the kinds of prices of the accounting program, with the one that the shop sells at.
   */
  migration(27, 'source-keys', ({ isPostgres, big, binary }) => [
    ...(isPostgres
      ? [
          `ALTER TABLE positions ADD COLUMN source_key TEXT${binary} NOT NULL DEFAULT ''`,
          'ALTER TABLE positions DROP CONSTRAINT IF EXISTS positions_provider_id_brand_id_key_id_manufacturer_key_key',
        ]
      : POSITIONS_ANEW),
    `CREATE UNIQUE INDEX positions_by_identity
      ON positions (provider_id, brand_id, key_id, manufacturer_key, source_key)`,
    `CREATE UNIQUE INDEX positions_by_source ON positions (provider_id, brand_id, source_key) WHERE source_key <> ''`,
    ...(isPostgres ? ['ALTER TABLE positions DISABLE TRIGGER log_update_new'] : []),
    ADOPTED_GOODS,
    ...(isPostgres ? ['ALTER TABLE positions ENABLE TRIGGER log_update_new'] : LOGGING_POSITIONS),
    `CREATE TABLE exchange_price_kinds (
      id TEXT PRIMARY KEY,
      title TEXT NOT NULL,
      currency TEXT NOT NULL,
      known_as TEXT NOT NULL,
      chosen INTEGER NOT NULL,
      seen_at ${big} NOT NULL
    )`,
  ]),
  /**
   * Of which list of its source a received file is, and when it was made: a newer one takes the place of one that waits,
   * and an older one than the last applied is not applied by itself. Rows of an import do not wait in a table any more.
   */
  migration(28, 'age-of-received-files', ({ big }) => [
    `ALTER TABLE import_arrivals ADD COLUMN made_at ${big}`,
    `ALTER TABLE import_arrivals ADD COLUMN preset_id ${big}`,
    'ALTER TABLE import_arrivals ADD COLUMN name_pattern TEXT',
    'DROP TABLE import_waiting_rows',
  ]),
  /**
   * What is read out of the titles of positions (server/catalogue/part-reader), a part of the search index: several values
   * parted by `; `, '' for none. `read_with` names the data that they were read with; another one, and the index is
   * built anew.
   */
  migration(29, 'title-facts', {
    sqlite: [
      `CREATE TABLE position_facts (
        id INTEGER PRIMARY KEY,
        system TEXT NOT NULL,
        kind TEXT NOT NULL,
        machines TEXT NOT NULL,
        sides TEXT NOT NULL,
        marks TEXT NOT NULL
      )`,
      'CREATE TABLE read_titles (id INTEGER PRIMARY KEY CHECK (id = 1), read_with TEXT NOT NULL)',
      "INSERT INTO read_titles (id, read_with) VALUES (1, '')",
    ],
    postgres: [],
  }),
  /**
   * What a wording in titles and queries is read as: this part, this machine, neither of them. SQLite cannot change a
   * check, so there the table is made anew.
   */
  migration(30, 'read-words', ({ growingId, big, isPostgres }) =>
    isPostgres
      ? [
          'ALTER TABLE search_words DROP CONSTRAINT IF EXISTS search_words_kind_check',
          `ALTER TABLE search_words ADD CONSTRAINT search_words_kind_check CHECK (${OWN_KINDS})`,
        ]
      : [
          `CREATE TABLE search_words_anew (
            id ${growingId},
            key TEXT NOT NULL UNIQUE,
            kind TEXT NOT NULL CHECK (${OWN_KINDS}),
            word TEXT NOT NULL,
            means TEXT NOT NULL,
            ${editorColumns(big)}
          )`,
          `INSERT INTO search_words_anew (${OWN_WORD_COLUMNS}) SELECT ${OWN_WORD_COLUMNS} FROM search_words`,
          'DROP TABLE search_words',
          'ALTER TABLE search_words_anew RENAME TO search_words',
        ],
  ),
  /**
   * What titles are read as stands once for all that are read alike: in memory a position needs one number of it. A number
   * is never given twice, so that those who keep one find no other reading by it. The index is built anew.
   */
  migration(31, 'title-readings', {
    sqlite: [
      'DROP TABLE position_facts',
      `CREATE TABLE title_readings (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        system TEXT NOT NULL,
        kind TEXT NOT NULL,
        machines TEXT NOT NULL,
        sides TEXT NOT NULL,
        marks TEXT NOT NULL,
        UNIQUE (kind, machines, sides, marks, system)
      )`,
      'CREATE TABLE position_readings (id INTEGER PRIMARY KEY, reading_id INTEGER NOT NULL)',
      "UPDATE read_titles SET read_with = ''",
    ],
    postgres: [],
  }),
  /** The title as pages show it, '' where it is the title itself. The index is built anew. */
  migration(32, 'position-names', {
    sqlite: [
      "ALTER TABLE position_readings ADD COLUMN name TEXT NOT NULL DEFAULT ''",
      "UPDATE read_titles SET read_with = ''",
    ],
    postgres: [],
  }),
  /** What buyers read of a supplier: the name of its warehouse ('' for its number), and days until it can be had. */
  migration(33, 'supplier-terms', ({ isPostgres }) => [
    "ALTER TABLE providers ADD COLUMN public_name TEXT NOT NULL DEFAULT ''",
    'ALTER TABLE providers ADD COLUMN delivery_from INTEGER',
    'ALTER TABLE providers ADD COLUMN delivery_to INTEGER',
    ...(isPostgres ? loggedChanges('providers') : []),
  ]),
  /**
   * For whom a buyer asks and how it is to be sent, and to which text about personal data the buyer agreed when: the version
   * of its page, 0 for the text that the product brings along; null of requests from before.
   */
  migration(34, 'request-details', ({ big }) => [
    ...['company', 'inn', 'city', 'carrier'].map(
      (name) => `ALTER TABLE requests ADD COLUMN ${name} TEXT NOT NULL DEFAULT ''`,
    ),
    'ALTER TABLE requests ADD COLUMN consent_text INTEGER',
    `ALTER TABLE requests ADD COLUMN consent_at ${big}`,
  ]),
  /**
   * Photos of many positions at once: a run, its files with what their names mean, and which photo each position had
   * before. One stored photo may serve several positions, so others that show it are looked up.
   *
   * And where a price list says that the photo of a position lies, what was fetched from there, and from which address
   * each position got its photo last. One process fetches at a time.
   */
  migration(35, 'photo-runs', ({ growingId, big, rowInKey, binary }) => [
    `CREATE TABLE photo_runs (
      id ${growingId},
      uid TEXT NOT NULL,
      who TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('tried', 'applied', 'undone')),
      tried_at ${big} NOT NULL,
      applied_at ${big},
      undone_at ${big},
      files INTEGER NOT NULL,
      unread INTEGER NOT NULL,
      beat ${big} NOT NULL,
      changed INTEGER NOT NULL,
      restored INTEGER NOT NULL
    )`,
    `CREATE TABLE photo_run_files (
      run_id ${big} NOT NULL REFERENCES photo_runs (id) ON DELETE CASCADE,
      place INTEGER NOT NULL,
      name TEXT NOT NULL,
      outcome TEXT NOT NULL,
      reason TEXT,
      parts TEXT NOT NULL,
      words TEXT NOT NULL,
      part_id ${big},
      number INTEGER NOT NULL,
      photo TEXT,
      PRIMARY KEY (run_id, place)
    )`,
    `CREATE TABLE photo_run_changes (
      run_id ${big} NOT NULL REFERENCES photo_runs (id) ON DELETE CASCADE,
      position_id ${big} NOT NULL,
      before_photo TEXT,
      after_photo TEXT NOT NULL,
      PRIMARY KEY (run_id, position_id)
    )${rowInKey}`,
    'CREATE INDEX photo_run_changes_by_before ON photo_run_changes (before_photo) WHERE before_photo IS NOT NULL',
    'CREATE INDEX positions_by_photo ON positions (photo) WHERE photo IS NOT NULL',
    "ALTER TABLE positions ADD COLUMN photo_link TEXT NOT NULL DEFAULT ''",
    "CREATE INDEX positions_by_photo_link ON positions (photo_link) WHERE photo_link <> ''",
    `CREATE TABLE photo_links (
      link TEXT${binary} PRIMARY KEY,
      photo TEXT,
      problem TEXT NOT NULL,
      tries INTEGER NOT NULL,
      tried_at ${big} NOT NULL
    )`,
    `CREATE TABLE position_photo_links (
      position_id ${big} PRIMARY KEY REFERENCES positions (id) ON DELETE CASCADE,
      link TEXT NOT NULL
    )`,
    `CREATE TABLE photo_link_turn (id INTEGER PRIMARY KEY CHECK (id = 1), until ${big} NOT NULL)`,
    'INSERT INTO photo_link_turn (id, until) VALUES (1, 0)',
  ]),
  /** By which names of makers the parts were made last; '' where that was before names counted. */
  migration(36, 'settled-makers', () => [
    'CREATE TABLE settled_makers (id INTEGER PRIMARY KEY CHECK (id = 1), names TEXT NOT NULL)',
    "INSERT INTO settled_makers (id, names) VALUES (1, '')",
  ]),
];

/** One step by its name, for copies and trials that make a part of the tables. */
export function migrationNamed(name: string): Migration {
  const found = migrations.find((one) => one.name === name);
  if (!found) throw new Error(`no migration is named ${name}`);
  return found;
}

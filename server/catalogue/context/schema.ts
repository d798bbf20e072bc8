// Types of the table rows of catalogue, price lists and requests. Times are milliseconds, prices kopecks, sizes
// hundredths of mm and kg, `price_day` days since the epoch.
import type { Generated, Kysely } from 'kysely';
import type { PositionRecord } from '../../../contract/catalogue/columns.ts';
import type { TitleFact } from '../../../contract/catalogue/filters.ts';
import type { PhotoOutcome, PhotoReason } from '../../../contract/catalogue/photo-words.ts';
import type { RunKind, RunSource } from '../../../contract/catalogue/runs.ts';
import type { SourceKind } from '../../../contract/catalogue/source-kinds.ts';
import type { MissOutcome, OwnWordKind } from '../../../contract/catalogue/words.ts';
import type { ArrivalState } from '../../../contract/price-lists/sources.ts';
import type { RequestState } from '../../../contract/requests/forms.ts';
import type { DemonstrationSchema } from '../../platform/database/demonstration-records.ts';
import type { Database, EditorColumns } from '../../platform/database/types.ts';
import type { OutboxSchema } from '../../platform/mail/mail.ts';

export type CatalogueDatabase = Database<CatalogueSchema>;
export type CatalogueSource = Kysely<CatalogueSchema>;

export interface CatalogueSchema extends OutboxSchema, DemonstrationSchema {
  brands: ReferenceTable;
  providers: ProviderTable;
  article_keys: { id: Generated<number>; key: string };
  parts: { id: number; key_id: number; manufacturer_key: string };
  positions: PositionTable;
  alias_redirects: { alias: string; position_id: number };
  import_runs: ImportRunTable;
  import_changes: { run_id: number; position_id: number; before: string | null; after: string };
  import_row_errors: {
    run_id: number;
    place: number;
    sheet_row: number;
    column_letter: string | null;
    code: string;
    message: string;
    text: string;
  };
  import_run_mails: { run_id: number; uid: string; email: string };
  import_presets: ImportPresetTable;
  import_sources: ImportSourceTable;
  import_arrivals: ReceivedFileTable;
  exchange_goods: {
    id: string;
    code: string;
    article: string;
    title: string;
    manufacturer: string;
    removed: number;
    updated_at: number;
  };
  exchange_price_kinds: ExchangePriceKindTable;
  catalogue_state: { id: number; version: number };
  pending_upkeep: { name: string };
  settled_makers: { id: number; names: string };
  photo_state: { id: number; version: number };
  photo_runs: PhotoRunTable;
  /** `photo` null: `problem` says why there is none. */
  photo_links: { link: string; photo: string | null; problem: string; tries: number; tried_at: number };
  position_photo_links: { position_id: number; link: string };
  photo_link_turn: { id: number; until: number };
  photo_run_files: PhotoRunFileTable;
  photo_run_changes: { run_id: number; position_id: number; before_photo: string | null; after_photo: string };
  request_numbers: { last: number };
  request_days: { day: number; sender: string; sent: number; refused: number };
  requests: RequestTable;
  request_items: RequestItemTable;
  request_events: RequestEventTable;
  search_words: SearchWordTable;
  search_misses: SearchMissTable;
  crosses: CrossTable;
  /** In files of SQLite alone: the catalogue itself, or the copy of one in PostgreSQL. */
  position_readings: { id: number; reading_id: number; name: string };
  title_readings: { id: number } & Readonly<Record<TitleFact, string>>;
}

/** Photos of many positions at once. */
export interface PhotoRunTable {
  id: Generated<number>;
  uid: string;
  who: string;
  state: 'tried' | 'applied' | 'undone';
  tried_at: number;
  applied_at: number | null;
  undone_at: number | null;
  /** Files that were sent, and those that were not looked at yet. */
  files: number;
  unread: number;
  /** When the process that looks at its files last said that it lives. */
  beat: number;
  /** Positions that got a photo, and those that got their former one back. */
  changed: number;
  restored: number;
}

export interface PhotoRunFileTable {
  run_id: number;
  /** Its number in the order of sending. */
  place: number;
  name: string;
  outcome: PhotoOutcome;
  reason: PhotoReason | null;
  /** PhotoPart[] as JSON. */
  parts: string;
  words: string;
  part_id: number | null;
  /** Of several pictures of a part, by its name. */
  number: number;
  photo: string | null;
}

/** A kind of prices of an accounting program. */
interface ExchangePriceKindTable {
  /** The program's own id. */
  id: string;
  title: string;
  currency: string;
  /** The words of the setting that found it; '' where none did. */
  known_as: string;
  /** Whether the shop sells at it: 0 no, 1 as the first one that came, 2 because a person chose it. */
  chosen: number;
  seen_at: number;
}

interface ReferenceTable {
  id: Generated<number>;
  title: string;
  created_at: number;
  updated_at: number;
}

/** `public_name` '' for «Склад № n»; days until its goods can be had, null where nothing is said. */
interface ProviderTable extends ReferenceTable {
  public_name: Generated<string>;
  delivery_from: Generated<number | null>;
  delivery_to: Generated<number | null>;
}

interface PositionTable extends Omit<PositionRecord, 'id'> {
  id: Generated<number>;
}

export interface ImportRunTable {
  id: Generated<number>;
  upload_id: string | null;
  uid: string;
  file_name: string;
  brand_id: number | null;
  provider_id: number | null;
  settings: string;
  state: 'running' | 'done' | 'failed' | 'interrupted';
  started_at: number;
  ended_at: number | null;
  error: string | null;
  report: string | null;
  kind: Generated<RunKind>;
  source: Generated<RunSource>;
  who: Generated<string>;
  undoes: number | null;
  /** Its number in the order in which runs changed the catalogue; null before. */
  applied: number | null;
  preset_id: number | null;
  /** Null while the run waits for its turn. */
  began_at: number | null;
  /** RunCounts as JSON. */
  counts: string | null;
  kept_file: string | null;
  file_bytes: number | null;
  /** Whether its user asked to be notified of its end, and has seen it. */
  notice: 'asked' | 'seen' | null;
  /** The process that runs it; null: none, or one of an earlier version. */
  worker: string | null;
  /** Heartbeats of that process. */
  beat: Generated<number>;
  /** 1: it was cancelled at another process. */
  unwanted: Generated<number>;
  /** JSON that the next process needs to run it, after the process it waited in has stopped. */
  handed: string | null;
}

export interface ImportSourceTable {
  id: Generated<number>;
  kind: SourceKind;
  title: string;
  provider_id: number;
  brand_id: number;
  preset_id: number | null;
  settings: string;
  secret: string | null;
  limits: string;
  every_minutes: number;
  quiet_days: number;
  enabled: number;
  mark: string | null;
  ignored: Generated<number>;
  claimed_until: Generated<number>;
  checked_at: number | null;
  problem: string | null;
  arrived_at: number | null;
  created_at: number;
  updated_at: number;
}

interface ReceivedFileTable {
  id: Generated<number>;
  source_id: number;
  file_name: string;
  bytes: number;
  at: number;
  state: ArrivalState;
  run_id: number | null;
  plan: string | null;
  reason: string | null;
  held_file: string | null;
  /** When the file was made, as far as its source says it, ms; when it was fetched otherwise. Null in rows of older versions. */
  made_at: Generated<number | null>;
  /** The preset of the source at that time. */
  preset_id: Generated<number | null>;
  /** What stays of the file name from one list to the next. */
  name_pattern: Generated<string | null>;
  /** Until when a request that decides about it has claimed it, ms. */
  claimed_until: Generated<number>;
}

export interface ImportPresetTable {
  id: Generated<number>;
  provider_id: number;
  name: string;
  fields: string;
  headers: string;
  created_at: number;
  updated_at: number;
}

export interface RequestTable extends EditorColumns {
  id: Generated<number>;
  number: number;
  creation_key: string | null;
  content: string;
  /** Of the signed-in buyer. */
  uid: string | null;
  name: string;
  phone: string | null;
  email: string | null;
  comment: string;
  /** For whom, and how it is to be sent; '' where the buyer says nothing. */
  company: Generated<string>;
  inn: Generated<string>;
  city: Generated<string>;
  carrier: Generated<string>;
  /** Version of the page about personal data that the buyer agreed to, 0 for the text of the product, and when. */
  consent_text: Generated<number | null>;
  consent_at: Generated<number | null>;
  state: RequestState;
  version: Generated<number>;
  positions: number;
  unpriced: number;
  /** Kopecks. */
  total: number;
  search_text: string;
  created_at: number;
}

export interface RequestItemTable {
  request_id: number;
  place: number;
  position_id: number;
  article: string;
  title: string;
  manufacturer: string;
  brand: string;
  provider_id: number;
  /** Kopecks. */
  price: number;
  amount: number;
}

interface RequestEventTable extends EditorColumns {
  id: Generated<number>;
  request_id: number;
  state: RequestState | null;
  note: string | null;
}

export interface SearchWordTable extends EditorColumns {
  id: Generated<number>;
  key: string;
  kind: OwnWordKind;
  word: string;
  /** Alternatives, parted by `;`. */
  means: string;
}

export interface SearchMissTable {
  wording: string;
  count: number;
  outcome: MissOutcome;
  /** The words that were left out, or the article that is not there. */
  left_out: string;
  first_at: number;
  last_at: number;
}

/** The article replaces the other one; a manufacturer key of '' means any maker. */
export interface CrossTable {
  id: Generated<number>;
  /** The four keys joined: `identityOf` in parts/replacements.ts. */
  identity: string;
  article_key: string;
  manufacturer_key: string;
  article: string;
  manufacturer: string;
  replaced_key: string;
  replaced_manufacturer_key: string;
  replaced_article: string;
  replaced_manufacturer: string;
  /** The run whose file contains it; null: entered by hand. */
  run_id: number | null;
  /** The run that undid it; null while it counts. */
  removed_by: number | null;
  uid: string;
  who: string;
  saved_at: number;
}

import type { Generated, Selectable } from 'kysely';
import type { EditorColumns } from '../database/editor-columns.ts';
import type { AccessSchema } from './access/schema.ts';
import type { CreationKeySchema } from './docflow/edit/creation-key-store.ts';
import type { DocflowSchema } from './docflow/schema.ts';
import type { SearchSchema } from './docflow/search/schema.ts';

/** Table rows of the info service; units as in the first migration, formats as in each. */
export interface InformatorSchema extends AccessSchema, CreationKeySchema, DocflowSchema, SearchSchema {
  users: UserTable;
  about_pages: AboutPageTable;
  about_versions: AboutVersionRow;
}

interface UserTable {
  id: Generated<number>;
  uid: string;
  /** As in the account. */
  email: string;
  /** As compared. */
  email_key: string;
  name: string | null;
  photo: string | null;
  role_id: number | null;
  /** 0: wants no mails about documents. */
  document_mails: Generated<number>;
  search_text: string;
  created_at: number;
  updated_at: number;
}
/** A user with the role that he is bound to. */
export type UserRow = Selectable<UserTable> & { readonly role_title: string | null };

interface AboutPageTable {
  id: Generated<number>;
  alias: string;
  /** The one that is out. */
  version: number;
}

export interface AboutVersionRow extends EditorColumns {
  alias: string;
  version: number;
  md_info: string;
  length: number;
}

import type { Generated, Selectable } from 'kysely';

/** Table rows of the info service; units as in the first migration. */
export interface InformatorSchema {
  users: UserTable;
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
  search_text: string;
  created_at: number;
  updated_at: number;
}
export type UserRow = Selectable<UserTable>;

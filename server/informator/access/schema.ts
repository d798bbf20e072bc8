import type { Generated } from 'kysely';
import type { EditorColumns } from '../../database/editor-columns.ts';

/** Table rows of lists and rights; units and formats as in their migration. */
export interface AccessSchema {
  roles: RoleTable;
  directings: ListTable;
  tasks: TaskTable;
  actions: ActionTable;
  role_directings: { role_id: number; directing_id: number };
  role_tasks: { role_id: number; directing_id: number; task_id: number; actions: string };
  access_state: { version: number };
  access_changes: ChangeTable;
}

/** What the four lists have in common. */
export interface ListTable {
  id: Generated<number>;
  title: string;
  title_key: string;
  created_at: number;
  updated_at: number;
}

interface RoleTable extends ListTable {
  changed_version: Generated<number>;
}

interface TaskTable extends ListTable {
  /** 1: recipients are asked when all acceptors have signed. */
  ordered: Generated<number>;
}

interface ActionTable extends ListTable {
  is_protected: Generated<number>;
}

interface ChangeTable extends EditorColumns {
  id: Generated<number>;
  kind: 'rights' | 'binding';
  /** Of a change of rights; the role may be gone. */
  role_id: number | null;
  subject: string;
  added: string;
  removed: string;
  titles: string;
}

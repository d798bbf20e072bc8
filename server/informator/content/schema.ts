import type { Generated } from 'kysely';
import type { EditorColumns } from '../../database/editor-columns.ts';

/** Table rows of the company pages; formats as in their migration. */
export interface ContentSchema {
  about_pages: AboutPageTable;
  about_versions: AboutVersionRow;
}

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

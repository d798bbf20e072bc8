import type pg from 'pg';

export interface CopiedColumn {
  readonly name: string;
  /** Whether its texts are spelt otherwise elsewhere: `1e-07` here is `1e-7` there. */
  readonly isFloat: boolean;
  /** Whether the database counts its values. */
  readonly isCounted: boolean;
}

export interface CopiedTable {
  readonly name: string;
  /** Without those that the database works out by itself. */
  readonly columns: readonly CopiedColumn[];
}

/**
 * The tables of a schema that make up its state, those that others refer to first. Not among them: the notes of migrations,
 * and what goes by transactions of one cluster (the log of changes), which means nothing anywhere else.
 */
export async function copiedTables(client: pg.ClientBase, schema: string): Promise<CopiedTable[]> {
  const { rows } = await client.query<CopiedTable>(
    `SELECT c.relname AS name, json_agg(json_build_object('name', a.attname,
         'isFloat', a.atttypid IN ('float8'::regtype, 'float4'::regtype),
         'isCounted', a.attidentity <> '') ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     WHERE n.nspname = $1 AND c.relkind = 'r' AND c.relname <> 'schema_migrations' AND NOT EXISTS (
       SELECT FROM pg_attribute x WHERE x.attrelid = c.oid AND x.atttypid = 'xid8'::regtype AND NOT x.attisdropped)
     GROUP BY c.relname ORDER BY c.relname`,
    [schema],
  );
  const { rows: references } = await client.query<{ child: string; parent: string }>(
    `SELECT child.relname AS child, parent.relname AS parent FROM pg_constraint k
     JOIN pg_class child ON child.oid = k.conrelid JOIN pg_class parent ON parent.oid = k.confrelid
     JOIN pg_namespace n ON n.oid = child.relnamespace
     WHERE k.contype = 'f' AND n.nspname = $1 AND child.oid <> parent.oid`,
    [schema],
  );
  return parentsFirst(rows, references);
}

function parentsFirst(
  tables: readonly CopiedTable[],
  references: readonly { readonly child: string; readonly parent: string }[],
): CopiedTable[] {
  const ordered: CopiedTable[] = [];
  const done = new Set<string>();
  const visit = (table: CopiedTable): void => {
    if (done.has(table.name)) return;
    done.add(table.name);
    for (const { child, parent } of references) {
      const found = child === table.name ? tables.find(({ name }) => name === parent) : undefined;
      if (found) visit(found);
    }
    ordered.push(table);
  };
  for (const table of tables) visit(table);
  return ordered;
}

/** A table and its columns as SQL names them. */
export const quoted = (schema: string, { name, columns }: CopiedTable): string =>
  `"${schema}"."${name}" (${columns.map((column) => `"${column.name}"`).join(', ')})`;

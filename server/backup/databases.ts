import { join } from 'node:path';
import { copyDatabase } from './copy-database.ts';

/** What was written of the databases: paths below the backup's folder, and the newest migration of each. */
export interface CopiedDatabases {
  readonly schemas: Readonly<Record<string, number>>;
  readonly paths: readonly string[];
}

/** The databases of a shop, as a backup takes them. */
export interface Databases {
  readonly kind: 'sqlite' | 'postgres';
  /** Writes them into a folder, while others work with them. */
  copyTo(folder: string): Promise<CopiedDatabases>;
}

/** Embedded databases by their services: each a file of its own, as it is at one moment. */
export const embeddedDatabases = (files: Readonly<Record<string, string>>): Databases => ({
  kind: 'sqlite',
  copyTo: async (folder) => {
    const schemas: Record<string, number> = {};
    const paths: string[] = [];
    for (const [service, file] of Object.entries(files)) {
      const path = `${service}.db`;
      schemas[service] = await copyDatabase(file, join(folder, path));
      paths.push(path);
    }
    return { schemas, paths };
  },
});

import type { DatabaseLocation } from '../server/platform/database/types.ts';

/** Where the data of one server lie. */
export interface Place {
  readonly dataFolder: string;
  /** Address of its PostgreSQL database; null: embedded files in the folder. */
  readonly postgres: string | null;
}

/** Where the server expects the database of one of its services. */
export const locationOf = ({ dataFolder, postgres }: Place, service: string): DatabaseLocation =>
  postgres
    ? { dialect: 'postgres', url: postgres, schema: service }
    : { dialect: 'sqlite', file: `${dataFolder}/${service}.db` };

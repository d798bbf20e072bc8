import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** Databases of this run on a PostgreSQL server. */
export interface Databases {
  /** Makes an empty one, or one like the database at `template`, which must not be in use; resolves to its address. */
  create(template?: string): Promise<string>;
  /** Removes one, also while it is in use. */
  drop(address: string): Promise<void>;
  /** Removes those that are left. */
  dropAll(): Promise<void>;
}

const nameIn = (address: string): string => new URL(address).pathname.slice(1);

/** Databases on the server at this address, whose user must be allowed to create some. */
export function databasesOn(server: string): Databases {
  const prefix = `parts_bench_${randomBytes(4).toString('hex')}`;
  const made = new Set<string>();
  let count = 0;
  const run = async (statement: string) => {
    const client = new pg.Client(server);
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  const drop = async (address: string) => {
    await run(`DROP DATABASE IF EXISTS ${nameIn(address)} WITH (FORCE)`);
    made.delete(address);
  };
  return {
    async create(template) {
      count += 1;
      const address = new URL(server);
      address.pathname = `/${prefix}_${count}`;
      made.add(address.href);
      await run(`CREATE DATABASE ${nameIn(address.href)}${template ? ` TEMPLATE ${nameIn(template)}` : ''}`);
      return address.href;
    },
    drop,
    async dropAll() {
      for (const address of made) await drop(address);
    },
  };
}

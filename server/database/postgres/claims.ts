import { sql } from 'kysely';
import type pg from 'pg';
import { disconnect } from './ask.ts';
import { connect } from './client.ts';

/** How soon a lost connection is opened again, ms. */
const AGAIN_MS = 1_000;

/** Numbers that this process is at, as others of the schema can see for as long as it lives. */
export interface Claims {
  /** Says that this process is at it. */
  hold(id: number): Promise<void>;
  /** Says that it is not any more. Never throws. */
  letGo(id: number): Promise<void>;
  close(): Promise<void>;
}

const nameOf = (schema: string): string => `claims of ${schema}`;

/** The lock that stands for a claim, which nobody else can have alone while it is held. */
export const claimKey = (schema: string, id: number) => sql`hashtext(${nameOf(schema)}), ${id}::int`;

/**
 * Claims by locks of one connection, opened for the first of them: the database lets go of them when the process dies,
 * however that comes about. A connection that is lost is opened again, with all that was held.
 */
export function openClaims(url: string, schema: string): Claims {
  const held = new Set<number>();
  let open: Promise<pg.Client> | null = null;

  const ask = (client: pg.Client, lock: string, id: number) =>
    client.query(`SELECT ${lock}(hashtext($1), $2::int)`, [nameOf(schema), id]);

  async function openAll(): Promise<pg.Client> {
    const client = await connect(url, schema);
    client.once('end', () => {
      open = null;
      if (held.size > 0) setTimeout(() => void opened().catch(() => {}), AGAIN_MS).unref();
    });
    for (const id of held) await ask(client, 'pg_advisory_lock_shared', id);
    return client;
  }

  function opened(): Promise<pg.Client> {
    open ??= openAll().catch((error: unknown) => {
      open = null;
      throw error;
    });
    return open;
  }

  return {
    async hold(id) {
      const client = await opened();
      await ask(client, 'pg_advisory_lock_shared', id);
      held.add(id);
    },
    async letGo(id) {
      if (!held.delete(id)) return;
      await open?.then((client) => ask(client, 'pg_advisory_unlock_shared', id)).catch(() => {});
    },
    async close() {
      held.clear();
      const client = await open?.catch(() => null);
      if (client) await disconnect(client);
    },
  };
}

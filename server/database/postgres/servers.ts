import pg from 'pg';
import { DatabaseBusy } from '../busy.ts';
import { ask, disconnect } from './ask.ts';

/** How long each of several servers may take to say what it is, ms. */
const ANSWER_MS = 2_000;
/** Scheme and user, hosts, the rest. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/;
/** Of several servers it is always the one that takes changes that is looked for. */
const SAID_ANYWAY = /(?<=[?&])target_session_attrs=[^&]*&?/;

/** Each server of an address that may name several, `postgres://user@one:5432,two:5433/shop`, as an address of its own. */
export function serversOf(url: string): readonly string[] {
  const [, start = '', hosts = '', rest = ''] = PARTS.exec(url) ?? [];
  const end = rest.replace(SAID_ANYWAY, '').replace(/[?&]$/, '');
  return hosts.includes(',') ? hosts.split(',').map((host) => `${start}${host}${end}`) : [url];
}

/** What was found, or is being looked for, by address. */
const found = new Map<string, Promise<string>>();

/**
 * The server of an address that takes changes; with one server it is that one, unasked. What was found stays until
 * somebody has `forgetServer`. Throws DatabaseBusy when none does.
 */
export async function writableServer(url: string): Promise<string> {
  const servers = serversOf(url);
  if (servers.length === 1) return url;
  const known = found.get(url);
  if (known) return known;
  const looking = find(servers);
  found.set(url, looking);
  looking.catch(() => forgetServer(url));
  return looking;
}

/** After a failure that a change of roles may be behind. */
export const forgetServer = (url: string): void => void found.delete(url);

/** Of two that both take changes, as after a promotion beside a primary that lives on, the one promoted last. */
async function find(servers: readonly string[]): Promise<string> {
  const answers = await Promise.all(servers.map((server) => timelineOf(server).catch(() => null)));
  const newest = Math.max(...answers.map((timeline) => timeline ?? 0));
  const server = servers[answers.indexOf(newest)];
  if (!server) throw new DatabaseBusy('no database server takes changes');
  return server;
}

/** The timeline of a primary; null for a standby. */
async function timelineOf(server: string): Promise<number | null> {
  const client = new pg.Client({ connectionString: server, connectionTimeoutMillis: ANSWER_MS });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await ask(
      client,
      ANSWER_MS,
      `SELECT CASE WHEN NOT pg_is_in_recovery()
        THEN ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer END AS timeline`,
    );
    return (rows[0] as { timeline: number | null }).timeline;
  } finally {
    await disconnect(client);
  }
}

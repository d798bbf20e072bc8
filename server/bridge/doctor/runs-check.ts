import type { Check, Subject } from '../../doctor/check.ts';

/** Import runs that nobody works on any more: the next start ends them. */
export const runningRuns: Check = {
  name: 'import runs',
  run: async (subject) => {
    const running = await subject.rows<{ id: number }>("SELECT id FROM import_runs WHERE state = 'running'");
    const moving: string[] = [];
    for (const { id } of running) {
      const word = (await isClaimed(subject, id))
        ? 'a server works on it'
        : 'the next start of a server ends it if nobody does';
      moving.push(`run ${id} is under way: ${word}`);
    }
    return { faults: [], moving };
  },
};

/** Beside PostgreSQL a process holds a lock for each run that it is at, see database/postgres/claims.ts. */
async function isClaimed({ connection, rows }: Subject, id: number): Promise<boolean> {
  if (connection.dialect === 'sqlite') return false;
  const held = await rows(
    `SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted
       AND classid::bigint = (hashtext('claims of ' || current_schema())::bigint & 4294967295) AND objid::bigint = ${id}`,
  );
  return held.length > 0;
}

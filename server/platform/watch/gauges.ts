import prometheus, { type Gauge, type Registry } from 'prom-client';
import type { Readings, ReadReadings } from './readings.ts';

/** What a gauge shows of the readings: label values and a number for each; nothing for what could not be read. */
type Shown = (readings: Readings) => readonly (readonly [labels: Record<string, string>, value: number])[];

/** Shows where everything stands, as read for the scrape or shortly before it. `clock`: milliseconds since the epoch. */
export function showReadings(registry: Registry, read: ReadReadings, clock: () => number): void {
  const gauge = (name: string, help: string, labelNames: string[], shown: Shown) =>
    new prometheus.Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect(this: Gauge) {
        const values = shown(await read());
        this.reset();
        for (const [labels, value] of values) this.set(labels, value);
        // A gauge without labels that nobody has set would say 0.
        if (values.length === 0 && labelNames.length === 0) this.remove();
      },
    });

  const outboxes = (numberOf: (state: OutboxState) => number): Shown => {
    return (readings) => named('outbox', readings.outboxes, numberOf);
  };
  const databases = (numberOf: (state: DatabaseState) => number): Shown => {
    return (readings) => named('database', readings.databases, numberOf);
  };
  const index = (numberOf: (state: IndexState) => number): Shown => {
    return ({ index }) => (index ? [[{}, numberOf(index)]] : []);
  };

  const ageOf = (at: number | null) => (at === null ? 0 : Math.max(0, (clock() - at) / 1000));
  gauge(
    'mails_waiting',
    'Mails that wait for an attempt',
    ['outbox'],
    outboxes(({ waiting }) => waiting),
  );
  gauge(
    'mails_failed',
    'Mails that were given up and can still be sent by hand',
    ['outbox'],
    outboxes(({ failed }) => failed),
  );
  gauge(
    'mails_oldest_age_seconds',
    'Age of the oldest waiting mail, 0 when none waits',
    ['outbox'],
    outboxes(({ oldestAt }) => ageOf(oldestAt)),
  );
  gauge(
    'database_active',
    'Turns under way (embedded), or connections in use (PostgreSQL)',
    ['database'],
    databases(({ active }) => active),
  );
  gauge(
    'database_waiting',
    'Whoever waits for a turn or a connection',
    ['database'],
    databases(({ waiting }) => waiting),
  );
  gauge('database_up', '1: the database answers', ['database'], ({ databases }) =>
    databases.map(({ name, state }) => [{ database: name }, state ? 1 : 0]),
  );
  gauge(
    'search_index_revision',
    'Revision of the catalogue',
    [],
    index(({ revision }) => revision),
  );
  gauge(
    'search_index_behind_changes',
    'Changes of the catalogue that the index does not show yet, up to 1000',
    [],
    index(({ behind }) => behind),
  );
  gauge(
    'search_index_behind_seconds',
    'Time since the index was last known to show everything, 0 when it does',
    [],
    index(({ asOf }) => ageOf(asOf)),
  );
  gauge(
    'search_index_bytes',
    'Size of the file of the index',
    [],
    index(({ bytes }) => bytes),
  );
  gauge('import_runs_running', 'Import runs of this process that have their turn', [], ({ imports }) =>
    imports ? [[{}, imports.running]] : [],
  );
  gauge('import_runs_waiting', 'Import runs of this process that wait for their turn', [], ({ imports }) =>
    imports ? [[{}, imports.waiting]] : [],
  );
  gauge('disk_free_bytes', 'Room left on the disk of the data folder', [], ({ disk }) =>
    disk ? [[{}, disk.free]] : [],
  );
  gauge('disk_size_bytes', 'Size of the disk of the data folder', [], ({ disk }) => (disk ? [[{}, disk.size]] : []));
  gauge(
    'backup_last_timestamp_seconds',
    'When the last whole backup by the clock was made, since the epoch',
    [],
    ({ backups }) => (backups?.lastAt == null ? [] : [[{}, backups.lastAt / 1000]]),
  );
  gauge('backup_failed', '1: a backup by the clock has failed since', [], ({ backups }) =>
    backups ? [[{}, backups.failed ? 1 : 0]] : [],
  );
}

type OutboxState = NonNullable<Readings['outboxes'][number]['state']>;
type DatabaseState = NonNullable<Readings['databases'][number]['state']>;
type IndexState = NonNullable<Readings['index']>;

const named = <State>(
  label: string,
  parts: readonly { readonly name: string; readonly state: State | null }[],
  numberOf: (state: State) => number,
) => parts.flatMap(({ name, state }) => (state === null ? [] : [[{ [label]: name }, numberOf(state)] as const]));

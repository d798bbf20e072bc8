// @module-tag deep
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connect } from '../../../server/platform/database/postgres-connection.ts';
import { startBalancer } from '../../support/cluster/balancer.ts';
import { type Instance, startInstance } from '../../support/cluster/instance.ts';
import { startTraffic } from '../../support/cluster/traffic.ts';
import { type Cluster, startCluster } from '../../support/postgres/cluster.ts';
import { serverPrograms } from '../../support/postgres/programs.ts';
import { openPostOffice } from '../mail/post-office.ts';

const ADMIN = { email: 'admin@parts.example', password: 'Кедр-и-сосна-7' };
const SHOP = 'zakaz@parts.example';
const READS = [
  '/api/bridge/search?query=A-1',
  '/api/bridge/providers',
  '/api/bridge/import/runs',
  '/api/informator/directing',
  '/api/mauth/session',
];
/** So long a start, a promotion or a failure may be noticed on a busy machine, ms. */
const SOON = { timeout: 60_000, interval: 50 };
/** By then writes work again after a promotion, ms. */
const AFTER_PROMOTION_MS = 15_000;

/** A primary that confirms only what its replica has too. */
async function pair(): Promise<Cluster> {
  const cluster = await startCluster();
  if (!cluster) throw new Error('nobody here may run PostgreSQL');
  onTestFinished(() => cluster.remove());
  const client = await connect(cluster.primary.url, 'public');
  await client.query("ALTER SYSTEM SET synchronous_standby_names = '*'");
  await client.query('SELECT pg_reload_conf()');
  await client.end();
  return cluster;
}

/** Everything of one question to the primary. */
async function rowsOf<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = await connect(url, 'bridge');
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

test.skipIf(!serverPrograms())(
  'two servers behind a balancer bear a start at once, a new version, a death, cut connections and a failover',
  { timeout: 240_000 },
  async () => {
    const [folder, cluster, office, balancer] = await Promise.all([
      mkdtemp(join(tmpdir(), 'parts-drill-')),
      pair(),
      openPostOffice(),
      startBalancer(),
    ]);
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    onTestFinished(() => balancer.close());
    const { primary, replica } = cluster;
    const running = new Set<Instance>();
    onTestFinished(async () => void (await Promise.all([...running].map((one) => one.kill()))));
    const start = async (name: string) => {
      const instance = await startInstance({
        DATABASE_URL: primary.url.replace(/:(\d+)\//, `:$1,127.0.0.1:${replica.port}/`),
        DATABASE_READ_URL: replica.url,
        DATA_DIR: join(folder, name),
        JWT_SECRET: 'a secret of the whole installation',
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
        SITE_URL: balancer.origin,
        SMTP_URL: office.url,
        COMPANY_EMAIL: SHOP,
        RATE_LIMIT_FACTOR: '100',
        REQUESTS_PER_ADDRESS: '100000',
        REQUESTS_PER_DAY: '100000',
        STOP_DELAY: '1',
      });
      running.add(instance);
      return instance;
    };
    const lead = (...instances: Instance[]) => balancer.lead(instances.map(({ port }) => port));
    const api = async <T>(path: string, init: RequestInit = {}, origin = balancer.origin): Promise<T> => {
      const answer = await fetch(origin + path, init);
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
      return (await answer.json()) as T;
    };

    // An empty database, and both at once.
    const [one, two] = await Promise.all([start('one'), start('two')]);
    lead(one, two);
    const { access: token } = await api<{ access: string }>('/api/mauth/signin', {
      method: 'POST',
      body: new URLSearchParams(ADMIN),
    });
    const headers = { authorization: `Bearer ${token}` };
    const ownerOf = async (list: string) =>
      String(
        (
          await api<{ id: number }>(`/api/bridge/${list}`, {
            method: 'POST',
            headers,
            body: new URLSearchParams({ title: 'ТЕСТ' }),
          })
        ).id,
      );
    const [brandId, providerId] = [await ownerOf('brands'), await ownerOf('providers')];
    const upload = (rows: number, origin: string) => {
      const body = new FormData();
      for (const [name, value] of Object.entries({ brandId, providerId, addNewPositionMode: 'on' }))
        body.set(name, value);
      const lines = Array.from({ length: rows }, (_, at) => `A-${at};Фильтр ${at};5`);
      body.set('file', new Blob([lines.join('\n')]), `${rows}.csv`);
      return api('/api/bridge/file/upload', { method: 'POST', headers, body }, origin);
    };
    await upload(5, one.origin);
    const [position] = await rowsOf<{ id: number }>(primary.url, 'SELECT min(id) AS id FROM positions');

    const traffic = startTraffic({ origin: balancer.origin, token, reads: READS, positionId: position?.id ?? 0 });
    onTestFinished(() => traffic.stop());
    /** Resolves when this many more were answered and made, so that what happened before is behind us. */
    const goesOn = async (count = 20) => {
      const [reads, made] = [traffic.reads(), traffic.made.length];
      await vi.waitUntil(() => traffic.reads() > reads + count && traffic.made.length > made + 2, SOON);
    };
    await goesOn();

    // A new version beside the old one, which stops: users notice nothing.
    const [three, four] = await Promise.all([start('three'), start('four')]);
    lead(one, two, three);
    await goesOn();
    expect(await one.stop()).toBe(0);
    running.delete(one);
    lead(two, three);
    await goesOn();
    expect(traffic.failedReads).toEqual([]);
    expect(traffic.refusedRequests).toEqual([]);

    // A death in the middle of an import: reads go on, requests are made once, the run is interrupted by the other.
    void upload(40_000, two.origin).catch(() => {});
    const states = () =>
      rowsOf<{ state: string }>(primary.url, "SELECT state FROM import_runs WHERE file_name = '40000.csv'");
    await vi.waitFor(
      async () =>
        expect(
          await rowsOf(primary.url, "SELECT FROM import_runs WHERE file_name = '40000.csv' AND began_at > 0"),
        ).toHaveLength(1),
      SOON,
    );
    await two.kill();
    running.delete(two);
    await goesOn();
    expect(traffic.failedReads).toEqual([]);
    await vi.waitFor(async () => expect(await states()).toEqual([{ state: 'interrupted' }]), SOON);

    // All connections of the survivor and of another one are cut, again and again.
    lead(three, four);
    await goesOn();
    for (let round = 0; round < 5; round += 1)
      await rowsOf(
        primary.url,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'parts-shop %' AND pid <> pg_backend_pid()",
      );
    await goesOn();

    // The primary is lost and its replica promoted.
    await primary.stop('immediate');
    await vi.waitUntil(() => traffic.refusedRequests.length > 0, SOON);
    await replica.promote();
    const promoted = performance.now();
    const before = traffic.made.length;
    await vi.waitUntil(() => traffic.made.length > before, SOON);
    expect(performance.now() - promoted).toBeLessThan(AFTER_PROMOTION_MS);
    await goesOn();
    await traffic.stop();

    // Whatever happened: each request is there once, and the shop has heard of each once.
    const kept = await rowsOf<{ comment: string }>(replica.url, 'SELECT comment FROM requests');
    expect(kept.map(({ comment }) => comment).sort()).toEqual([...traffic.made].sort());
    const waiting = () => rowsOf(replica.url, "SELECT state, attempts, next_at FROM mails WHERE state = 'waiting'");
    await vi.waitFor(async () => expect(await waiting()).toEqual([]), SOON);
    // One may have been on its way when a process died, or while it was taken; it goes out when its lease is over.
    const [underWay] = await rowsOf<{ count: number }>(
      replica.url,
      "SELECT count(*) AS count FROM mails WHERE state <> 'sent'",
    );
    const mailed = office.received
      .filter(({ to }) => to.includes(SHOP))
      .map(({ source }) => /^Message-ID: *(.*)$/im.exec(source)?.[1]);
    expect(new Set(mailed).size).toBe(mailed.length);
    expect(mailed.length).toBeGreaterThanOrEqual(kept.length - (underWay?.count ?? 0));
    expect(underWay?.count).toBeLessThanOrEqual(3);
    // One administrator and one set of everything, though both started at once.
    expect(await rowsOf(replica.url, "SELECT FROM mauth.users WHERE rank = 'admin'")).toHaveLength(1);
  },
);

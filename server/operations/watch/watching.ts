// Watches a process: readings, the page of its state, logs and traces.
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger } from 'fastify';
import { ErrorAnswer } from '../../../contract/answers.ts';
import { STATE } from '../../../contract/api.ts';
import { type SiteState, StateAnswer } from '../../../contract/operations/state.ts';
import type { MountedService } from '../../platform/http-server/server-options.ts';
import { createReadings, type ReadReadings } from '../../platform/watch/readings.ts';
import type { WatchedRun, WatchedService } from '../../platform/watch/watched-service.ts';
import { type Config, storesOf } from '../config/config.ts';
import type { Services } from '../services/services.ts';
import type { Publisher } from '../site/publisher.ts';
import { type Samples, takeSamples } from './samples.ts';
import { logSignals, openTraces } from './signal-reports.ts';

export interface Watching {
  readonly readings: ReadReadings;
  readonly mounted: MountedService;
  close(): Promise<void>;
}

interface WatchingSurroundings {
  readonly pages: () => Publisher | null;
  readonly address: () => string;
  /** Null: no backups are scheduled. */
  readonly backups?: StateSources['backups'];
  readonly clock: () => number;
  readonly log: FastifyBaseLogger;
}

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

export async function watchServices(
  config: Config,
  { watched: services }: Services,
  { pages, address, backups = null, clock, log }: WatchingSurroundings,
): Promise<Watching> {
  const readings = createReadings({
    services,
    dataFolder: config.dataDir,
    probeStorage: config.objectStorage ? storesOf(config, 'bridge', clock).probe : undefined,
    backups:
      backups &&
      (async () => {
        const { lastAt, error } = await backups();
        return { lastAt: lastAt === null ? null : Date.parse(lastAt), failed: error !== '' };
      }),
    log,
  });
  const samples = takeSamples(readings, clock);
  const stopLogging = logSignals(log, config);
  const { otelExporterOtlpEndpoint: endpoint, otelTracesSamplerArg: share } = config;
  const stopTraces = endpoint && (await openTraces({ endpoint, share, version, clock, log }));
  const state = stateRoutes({
    services,
    readings,
    samples,
    backups,
    site: async () => {
      const publisher = pages();
      if (!publisher) throw new Error('there are no pages yet');
      return publisher.state();
    },
    placeholders: [...config.placeholders],
    isProduction: config.nodeEnv === 'production',
    process: {
      name: () => `${hostname()}:${new URL(address()).port}`,
      startedAt: new Date(clock()).toISOString(),
      version,
      node: process.version,
    },
    clock,
  });
  return {
    readings,
    mounted: { name: 'state', prefix: STATE, routes: state },
    close: async () => {
      stopLogging();
      samples.close();
      if (stopTraces) await stopTraces();
    },
  };
}

const stateRoutes =
  (sources: StateSources): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/',
      {
        config: { permission: 'admin' },
        schema: {
          summary: 'How this process and what it works with are',
          response: { 200: StateAnswer, 401: ErrorAnswer, 403: ErrorAnswer },
        },
      },
      async (_request, reply) => {
        reply.header('cache-control', 'no-store');
        return stateNow(sources);
      },
    );
  };

type BackupState = NonNullable<StateAnswer['backups']>;

interface StateSources {
  readonly services: readonly WatchedService[];
  readonly readings: ReadReadings;
  readonly samples: Pick<Samples, 'points'>;
  /** How the public pages are; rejects while there are none. */
  readonly site: () => Promise<SiteState>;
  /** Null: no backups are scheduled. */
  readonly backups: (() => Promise<BackupState>) | null;
  readonly placeholders: StateAnswer['placeholders'];
  /** A shop for customers. */
  readonly isProduction: boolean;
  readonly process: Omit<StateAnswer['process'], 'memory' | 'services' | 'name'> & {
    /** Machine and port. */
    readonly name: () => string;
  };
  readonly clock: () => number;
}

const moment = (at: number) => new Date(at).toISOString();
const momentOrNull = (at: number | null) => (at === null ? null : moment(at));

/** How the process and what it works with are now. Never rejects: what could not be read is null. */
async function stateNow(sources: StateSources): Promise<StateAnswer> {
  const { services, samples, clock } = sources;
  const { databases, outboxes, imports, requests, index, disk, storage } = await sources.readings();
  const { name, ...known } = sources.process;
  return {
    at: moment(clock()),
    process: {
      ...known,
      name: name(),
      services: services.map((service) => service.name),
      memory: process.memoryUsage.rss(),
    },
    databases: [...databases],
    mails: outboxes.map(({ name: outbox, state }) => ({
      name: outbox,
      state: state && { ...state, oldestAt: momentOrNull(state.oldestAt) },
    })),
    imports: imports && { ...imports, last: await lastRuns(services) },
    requests,
    index: index && { ...index, asOf: momentOrNull(index.asOf) },
    site: await sources.site().catch(() => null),
    disk,
    storage,
    backups: await backupsOf(sources),
    accounts: await accountsOf(sources),
    placeholders: [...sources.placeholders],
    points: [...samples.points()],
  };
}

async function lastRuns(services: readonly WatchedService[]) {
  const watched = services.find(({ imports }) => imports)?.imports;
  const runs = await watched?.lastRuns().catch(() => null);
  return runs?.map(toRun) ?? null;
}

async function accountsOf({ services, isProduction }: StateSources): Promise<StateAnswer['accounts']> {
  const watched = services.find(({ accounts }) => accounts)?.accounts;
  const state = (await watched?.state().catch(() => null)) ?? null;
  // A trial of the product needs neither a second factor nor proven e-mails.
  return (
    state && {
      openAdministrators: isProduction ? state.openAdministrators : 0,
      withoutEmail: [...state.withoutEmail],
      trustsSignUps: isProduction && state.trustsSignUps,
    }
  );
}

const toRun = ({ startedAt, endedAt, ...run }: WatchedRun) => ({
  ...run,
  startedAt: moment(startedAt),
  endedAt: momentOrNull(endedAt),
});

/** A schedule that cannot be asked has failed, which is another thing than none. */
const backupsOf = async ({ backups }: StateSources): Promise<BackupState | null> =>
  backups?.().catch((error: unknown) => ({ lastAt: null, error: String(error) })) ?? null;

import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { FastifyBaseLogger } from 'fastify';
import { STATE } from '../../../contract/api.ts';
import type { MountedService } from '../../platform/http-server/server-options.ts';
import { createReadings, type ReadReadings } from '../../platform/watch/readings.ts';
import type { Config } from '../config/config.ts';
import { storesOf } from '../config/places.ts';
import type { Services } from '../services/services.ts';
import type { Publisher } from '../site/publisher.ts';
import { logSignals } from './log-signals.ts';
import { type StateSources, stateRoutes } from './state.ts';
import { takeSamples } from './state-samples.ts';
import { openTraces } from './traces.ts';

/** What tells how the process is. */
export interface Watching {
  readonly readings: ReadReadings;
  readonly mounted: MountedService;
  /** Sends the traces that are left. */
  close(): Promise<void>;
}

interface WatchingSurroundings {
  readonly pages: () => Publisher | null;
  /** Where the process listens. */
  readonly address: () => string;
  /** Null: no backups are scheduled. */
  readonly backups?: StateSources['backups'];
  readonly clock: () => number;
  readonly log: FastifyBaseLogger;
}

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** Watches the services of a process until it is closed. */
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

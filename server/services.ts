import type { FastifyBaseLogger } from 'fastify';
import type { Identity } from '../contract/identity.ts';
import { BRIDGE, MAUTH } from '../contract/paths.ts';
import { type Bridge, openBridge } from './bridge/index.ts';
import { type Config, databaseOf, filesOf } from './config.ts';
import { createLimits } from './http/limits.ts';
import type { MountedService } from './http/options.ts';
import { remoteIdentity } from './identity-remote.ts';
import { type Mauth, openMauth } from './mauth/index.ts';
import { keptSecret } from './secret.ts';

/** The services that this process runs. */
export interface Services {
  readonly mauth: Mauth | null;
  readonly bridge: Bridge | null;
  readonly identity: Identity;
  readonly mounted: readonly MountedService[];
  /** Whether every one of them could answer now. */
  ready(): Promise<boolean>;
  close(): Promise<void>;
}

/** Opens the services that the configuration names, each with its own database and files. */
export async function openServices(
  config: Config,
  clock: () => number,
  log: FastifyBaseLogger,
): Promise<Services> {
  const mauth = config.services.includes('mauth') ? await auth(config, clock) : null;
  const bridge = config.services.includes('bridge') ? await catalogue(config, clock, log) : null;
  const running = [mauth, bridge].filter((service) => service !== null);
  return {
    mauth,
    bridge,
    identity: mauth?.identity ?? remoteIdentity(config.publicUrls.mauth || config.siteUrl, clock),
    mounted: [
      ...(mauth ? [{ name: 'mauth', prefix: MAUTH, routes: mauth.routes }] : []),
      ...(bridge ? [{ name: 'bridge', prefix: BRIDGE, routes: bridge.routes }] : []),
    ],
    ready: async () => (await Promise.all(running.map((service) => service.ready()))).every(Boolean),
    close: async () => {
      for (const service of running) await service.close();
    },
  };
}

async function auth(config: Config, clock: () => number): Promise<Mauth> {
  return openMauth({
    location: databaseOf(config, 'mauth'),
    jwtSecret: config.jwtSecret || (await keptSecret(config.dataFolder)),
    passwordMin: config.passwordMin,
    limits: createLimits(config.rateLimitFactor),
    clock,
  });
}

const catalogue = (config: Config, clock: () => number, log: FastifyBaseLogger): Promise<Bridge> =>
  openBridge({
    location: databaseOf(config, 'bridge'),
    filesFolder: filesOf(config, 'bridge'),
    timeZone: config.timeZone,
    priceTtlDays: config.priceTtlDays,
    clock,
    log,
  });

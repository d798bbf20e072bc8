import type { FastifyBaseLogger } from 'fastify';
import type { Identity } from '../contract/identity.ts';
import { BRIDGE, INFORMATOR, MAUTH } from '../contract/paths.ts';
import { type Bridge, openBridge } from './bridge/index.ts';
import { type Config, databaseOf, filesOf, outboxOf } from './config.ts';
import { createLimits } from './http/limits.ts';
import type { MountedService } from './http/options.ts';
import { remoteIdentity } from './identity-remote.ts';
import { type Informator, openInformator } from './informator/index.ts';
import { devMailRoutes } from './mail/dev-page.ts';
import { folderTransport } from './mail/folder.ts';
import { smtpTransport } from './mail/smtp.ts';
import type { MailTransport } from './mail/types.ts';
import { type Mauth, openMauth } from './mauth/index.ts';
import { keptSecret } from './secret.ts';

/** The services that this process runs. */
export interface Services {
  readonly mauth: Mauth | null;
  readonly bridge: Bridge | null;
  readonly informator: Informator | null;
  readonly identity: Identity;
  readonly mounted: readonly MountedService[];
  /** Whether every one of them could answer now. */
  ready(): Promise<boolean>;
  close(): Promise<void>;
}

export interface ServiceSurroundings {
  readonly clock: () => number;
  readonly log: FastifyBaseLogger;
  /** Where the site is reached, for links in mails. */
  readonly siteAddress: () => string;
}

/** Opens the services that the configuration names, each with its own database and files. */
export async function openServices(config: Config, surroundings: ServiceSurroundings): Promise<Services> {
  const { clock, log } = surroundings;
  const mauth = config.services.includes('mauth') ? await auth(config, surroundings) : null;
  const bridge = config.services.includes('bridge') ? await catalogue(config, clock, log) : null;
  const informator = config.services.includes('informator') ? await info(config, clock, log) : null;
  const running = [mauth, bridge, informator].filter((service) => service !== null);
  return {
    mauth,
    bridge,
    informator,
    identity: mauth?.identity ?? remoteIdentity(config.publicUrls.mauth || config.siteUrl, clock),
    mounted: [
      ...(mauth ? [{ name: 'mauth', prefix: MAUTH, routes: mauth.routes }] : []),
      ...(config.showsMails ? [{ name: 'mail', prefix: '', routes: devMailRoutes(outboxOf(config)) }] : []),
      ...(bridge ? [{ name: 'bridge', prefix: BRIDGE, routes: bridge.routes }] : []),
      ...(informator ? [{ name: 'informator', prefix: INFORMATOR, routes: informator.routes }] : []),
    ],
    ready: async () => (await Promise.all(running.map((service) => service.ready()))).every(Boolean),
    close: async () => {
      for (const service of running) await service.close();
    },
  };
}

/** What carries the mails of every service away. */
const transportOf = (config: Config): MailTransport =>
  config.smtpUrl
    ? smtpTransport({ url: config.smtpUrl, from: config.mailFrom })
    : folderTransport(outboxOf(config), config.mailFrom);

async function auth(config: Config, { clock, log, siteAddress }: ServiceSurroundings): Promise<Mauth> {
  return openMauth({
    location: databaseOf(config, 'mauth'),
    jwtSecret: config.jwtSecret || (await keptSecret(config.dataFolder)),
    passwordMin: config.passwordMin,
    limits: createLimits(config.rateLimitFactor),
    registrationOpen: config.registrationOpen,
    verification: config.verification,
    transport: transportOf(config),
    siteAddress,
    log,
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

const info = (config: Config, clock: () => number, log: FastifyBaseLogger): Promise<Informator> =>
  openInformator({
    location: databaseOf(config, 'informator'),
    filesFolder: filesOf(config, 'informator'),
    clock,
    log,
  });

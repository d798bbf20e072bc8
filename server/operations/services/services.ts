/** Opens the services that a process runs, and connects those of other processes. */
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Identity, RoleActions } from '../../../contract/accounts/accounts.ts';
import { BRIDGE, INFORMATOR, MAUTH, MNOTE } from '../../../contract/api.ts';
import type { AuditTrail } from '../../../contract/journal/events.ts';
import { REQUESTS_PER_DAY } from '../../../contract/limits.ts';
import type { AccountsService } from '../../accounts/index.ts';
import { sweepHourly } from '../../platform/clock.ts';
import type { FileStores } from '../../platform/files/file-store.ts';
import { assertWritable } from '../../platform/files/folder-access.ts';
import { createFetchService, type FetchService } from '../../platform/http/fetch-service.ts';
import { createLimits, type Limits } from '../../platform/http/limits.ts';
import { embeddedStore, postgresStore } from '../../platform/http/shared-limits.ts';
import type { MountedService } from '../../platform/http-server/server-options.ts';
import { devMailRoutes } from '../../platform/mail/dev-page.ts';
import { createRequestProofs, type RequestProofs, type Secrets } from '../../platform/secrets.ts';
import { readTable } from '../../platform/sheet-reader/read-table.ts';
import type { WatchedService } from '../../platform/watch/watched-service.ts';
import type { Shop } from '../../price-lists/feeds/feed-writing.ts';
import type { SlidesService } from '../../slides/index.ts';
import { type Config, databaseOf, filesOf, outboxOf, type ServiceName, storesOf } from '../config/config.ts';
import { remoteAccounts, remoteDirectory, remoteIdentity, remoteRoles, remoteTrail } from '../remote/accounts.ts';
import { redirectFeeds } from '../remote/catalogue.ts';
import { openAuth, secretsOf, transportOf } from './accounts.ts';
import { openPortal, openShopService, openSlides } from './databases.ts';
import type { Portal } from './portal.ts';
import type { ShopService } from './shop.ts';

export interface Services {
  readonly mauth: AccountsService | null;
  readonly bridge: ShopService | null;
  readonly informator: Portal | null;
  readonly mnote: SlidesService | null;
  readonly identity: Identity;
  readonly roles: RoleActions;
  readonly trail: AuditTrail;
  readonly fetchService: FetchService;
  /** Proves the name that a caller of this process gives to a request. */
  readonly requestProofs: RequestProofs;
  readonly mounted: readonly MountedService[];
  readonly watched: readonly WatchedService[];
  /** Whether every one of them could answer and change what it keeps now; rejects with the reason otherwise. */
  ready(): Promise<boolean>;
  close(): Promise<void>;
}

interface ServiceSurroundings {
  readonly clock: () => number;
  readonly log: FastifyBaseLogger;
  readonly siteAddress: () => string;
  /** Called when something else is to be seen on the public pages. */
  readonly onContentChange: () => void;
  /** Whether the search starts before its first use. */
  readonly searchIsAhead: boolean;
}

export async function openServices(config: Config, surroundings: ServiceSurroundings): Promise<Services> {
  const { clock, log } = surroundings;
  const shop = () => shopOf(config, surroundings.siteAddress());
  const counts = countsOf(config, surroundings);
  const limits = createLimits(config.rateLimitFactor, counts);
  const secrets = await secretsOf(config);
  const fetchService = createFetchService(secrets, clock);
  const mauth = config.services.includes('mauth') ? await openAuth(config, { ...surroundings, limits }) : null;
  const trail = mauth?.trail ?? remoteTrail({ mauthUrl: authHostOf(config), fetchService, clock, log });
  const stopSweeping = mauth && sweepHourly(async () => ({ audit: await mauth.sweepAudit() }), { clock, log });
  let portal: Portal | null = null;
  const bridge = config.services.includes('bridge')
    ? await catalogue(config, {
        ...surroundings,
        limits,
        secrets,
        privacyText: async () => (await portal?.privacyText()) ?? 0,
      })
    : null;
  const informator = config.services.includes('informator')
    ? await info(config, { ...surroundings, trail, limits, secrets, fetchService }, mauth)
    : null;
  portal = informator;
  const mnote = config.services.includes('mnote') ? await notes(config, surroundings) : null;
  // A proxy that shares one address between hosts has to pass feeds on itself: sent there, they would come back here.
  const elsewhere = config.publicBridgeUrl === config.siteUrl ? '' : config.publicBridgeUrl;
  const feeds = bridge?.feeds(shop) ?? (elsewhere ? redirectFeeds(elsewhere) : null);
  const running = [mauth, bridge, informator, mnote].filter((service) => service !== null);
  return {
    mauth,
    bridge,
    informator,
    mnote,
    identity: mauth?.identity ?? remoteIdentity(authHostOf(config), fetchService, clock),
    roles: informator?.roles ?? remoteRoles(config.publicInformatorUrl || config.siteUrl, fetchService),
    trail,
    fetchService,
    requestProofs: createRequestProofs(secrets, clock),
    mounted: [
      ...(mauth ? [{ name: 'mauth', prefix: MAUTH, routes: mauth.routes }] : []),
      ...(config.showsMails ? [{ name: 'mail', prefix: '', routes: devMailRoutes(outboxOf(config)) }] : []),
      ...(bridge ? [{ name: 'bridge', prefix: BRIDGE, routes: bridge.routes }] : []),
      ...(feeds ? [{ name: 'feeds', prefix: '', routes: feeds }] : []),
      ...(informator ? [{ name: 'informator', prefix: INFORMATOR, routes: informator.routes }] : []),
      ...(mnote ? [{ name: 'mnote', prefix: MNOTE, routes: mnote.routes }] : []),
    ],
    watched: running.map(({ watched }) => watched),
    ready: async () => {
      await Promise.all([
        ...running.map((service) => service.ready()),
        assertWritable(config.dataDir),
        ...storesToTry(config, clock).map((stores) => stores.probe()),
      ]);
      return true;
    },
    close: async () => {
      await stopSweeping?.();
      await trail.close();
      for (const service of running) await service.close();
      await counts.close();
    },
  };
}

const placeOf = (config: Config, service: ServiceName, clock: () => number) => ({
  location: databaseOf(config, service),
  filesFolder: filesOf(config, service),
  stores: storesOf(config, service, clock),
});

/** What has to take files: each folder, which may lie on a disk of its own, or the one object storage. */
function storesToTry(config: Config, clock: () => number): FileStores[] {
  const withFiles = config.services.filter((name) => name !== 'mauth');
  const tried = config.objectStorage ? withFiles.slice(0, 1) : withFiles;
  return tried.map((name) => storesOf(config, name, clock));
}

const authHostOf = ({ publicMauthUrl, siteUrl }: Config): string => publicMauthUrl || siteUrl;

const shopOf = ({ siteName, publicBridgeUrl }: Config, address: string): Shop => ({
  name: siteName,
  address,
  serviceAddress: publicBridgeUrl || address,
});

/** Where the uses that limits count stand: with everything else that processes of one installation have in common. */
const countsOf = ({ databaseUrl, dataDir }: Config, { clock, log }: ServiceSurroundings) =>
  databaseUrl ? postgresStore(databaseUrl, log) : embeddedStore(join(dataDir, 'limits.db'), clock, log);

async function catalogue(
  config: Config,
  surroundings: ServiceSurroundings & {
    readonly limits: Limits;
    readonly secrets: Secrets;
    readonly privacyText: () => Promise<number>;
  },
): Promise<ShopService> {
  const { clock, log, siteAddress, searchIsAhead, limits, secrets, privacyText } = surroundings;
  return openShopService({
    ...placeOf(config, 'bridge', clock),
    copyFolder: join(config.dataDir, 'copies'),
    timeZone: config.timeZone,
    priceTtlDays: config.priceTtlDays,
    searchThreads: config.searchThreads,
    searchIsAhead,
    exchange: {
      token: config.exchangeToken,
      login: config.exchangeLogin,
      password: config.exchangePassword,
      provider: config.exchangeProvider,
      brand: config.exchangeBrand,
      priceType: config.exchangePriceType,
    },
    arrivals: { secrets, importFolder: config.importDir, allowsPrivate: config.importPrivateAddresses },
    requests: {
      shop: { name: config.siteName, phone: config.companyPhone, siteAddress },
      privacyText,
      mail: {
        secrets,
        transport: transportOf(config),
        shop: { name: config.siteName, phone: config.companyPhone, companyEmail: config.companyEmail, siteAddress },
      },
      limits,
      dayCaps: {
        strangers: config.requestsPerDay,
        // A shop that takes none without an account takes them from new accounts all the same.
        newcomers: config.requestsPerDay || REQUESTS_PER_DAY,
        sender: config.requestsPerAddress,
      },
      keepDays: config.requestKeepDays,
    },
    clock,
    log,
  });
}

async function info(
  config: Config,
  surroundings: ServiceSurroundings & {
    readonly trail: AuditTrail;
    readonly limits: Limits;
    readonly secrets: Secrets;
    readonly fetchService: FetchService;
  },
  mauth: AccountsService | null,
): Promise<Portal> {
  const { clock, secrets, fetchService } = surroundings;
  return openPortal({
    ...placeOf(config, 'informator', clock),
    timeZone: config.timeZone,
    secrets,
    transport: transportOf(config),
    shopName: config.siteName,
    operator: {
      name: config.siteName,
      phone: config.companyPhone,
      email: config.companyEmail,
      address: config.companyAddress,
    },
    accounts: mauth?.accountStates ?? remoteAccounts(authHostOf(config), fetchService),
    directory: mauth?.directory ?? remoteDirectory(authHostOf(config), fetchService),
    tables: readTable,
    limits: surroundings.limits,
    siteAddress: surroundings.siteAddress,
    onChange: surroundings.onContentChange,
    trail: surroundings.trail,
    clock,
    log: surroundings.log,
  });
}

const notes = (config: Config, { clock, log, onContentChange }: ServiceSurroundings): Promise<SlidesService> =>
  openSlides({ ...placeOf(config, 'mnote', clock), onChange: onContentChange, clock, log });

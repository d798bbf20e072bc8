// The configuration of a process from its environment, checked, and where its services keep databases and files.
// Single settings are in settings/table.ts.
import { join } from 'node:path';
import { readNewPassword } from '../../../contract/accounts/forms.ts';
import { readEmail } from '../../../contract/fields/email.ts';
import { PASSWORD_MAX } from '../../../contract/limits.ts';
import { isLoopback } from '../../../settings/networks.ts';
import { SettingsProblem, type Wording } from '../../../settings/problem.ts';
import * as settings from '../../../settings/read.ts';
import { databaseFile, isBucket, SERVICE_NAMES } from '../../../settings/storage.ts';
import type { Environment } from '../../../settings/variables.ts';
import type { FileStore, FileStores } from '../../platform/files/file-store.ts';
import type { ObjectStorage } from '../../platform/files/object-client.ts';
import { type FilesLocation, storesAt } from '../../platform/files/stores.ts';

export type ServiceName = (typeof SERVICE_NAMES)[number];

/** What the program takes from its surroundings, checked: each setting of the table, and what follows from several. */
export interface Config extends settings.SettingValues {
  /** Keeps the files; null: the data folder does. */
  readonly objectStorage: ObjectStorage | null;
  /** The object storage of backups without its bucket, and the key to it; empty where there is none. */
  readonly backupAccess: Pick<ObjectStorage, 'endpoint' | 'region' | 'key' | 'secret'>;
  /** Whether the mails in the data folder are shown to callers on this machine. */
  readonly showsMails: boolean;
  /** Names of the contacts that a shop for customers still has to state. */
  readonly placeholders: readonly string[];
  /** Whether DEMO is set, and it is not just the default. */
  readonly demoIsAsked: boolean;
}

/** Reads and checks the environment; throws SettingsProblem with one line for each wrong value. */
export function readConfig(environment: Environment): Config {
  const { values: right, problems } = settings.checkSettings(environment);
  const all = [...problems, ...problemsBetween(right)];
  if (all.length > 0) throw new SettingsProblem(all);
  // Where nothing is wrong, none is missing.
  const values = right as settings.SettingValues;
  const access = {
    endpoint: values.filesEndpoint,
    region: values.filesRegion,
    key: values.filesKey,
    secret: values.filesSecret,
  };
  return {
    ...values,
    objectStorage: values.filesUrl && { ...values.filesUrl, ...access },
    backupAccess: {
      endpoint: values.backupEndpoint || access.endpoint,
      region: values.backupRegion || access.region,
      key: values.backupKey || access.key,
      secret: values.backupSecret || access.secret,
    },
    showsMails: showsMails(values),
    placeholders: settings.missingContacts(environment),
    demoIsAsked: settings.isSet('DEMO', environment),
  };
}

/** What is wrong between settings that are right by themselves; those that are not are missing here. */
function problemsBetween(values: Partial<settings.SettingValues>): Wording[] {
  const { adminEmail, adminPassword, passwordMin, services, backupDir } = values;
  const problems: Wording[] = [];
  if (services && !services.includes('mauth') && values.publicMauthUrl === '' && values.siteUrl === '')
    problems.push({
      english: 'PUBLIC_MAUTH_URL must say where the auth service is when SERVICES does not name it',
      russian: 'PUBLIC_MAUTH_URL: укажите адрес службы учётных записей, раз её нет в SERVICES',
    });
  if (adminEmail && !readEmail(adminEmail))
    problems.push({
      english: `ADMIN_EMAIL is not an e-mail address: ${adminEmail}`,
      russian: settings.expected('ADMIN_EMAIL', 'адрес почты вида you@shop.example', adminEmail),
    });
  if (adminPassword && passwordMin && readNewPassword(adminPassword, passwordMin) === null)
    problems.push({
      english: `ADMIN_PASSWORD must have ${passwordMin} to ${PASSWORD_MAX} characters`,
      russian: settings.expected('ADMIN_PASSWORD', `от ${passwordMin} до ${PASSWORD_MAX} символов`, null),
    });
  const isMissing = (name: settings.SettingName) => values[settings.camelCase(name)] === '';
  const missing = [
    ...(['FILES_ENDPOINT', 'FILES_KEY', 'FILES_SECRET'] as const)
      .filter((name) => values.filesUrl && isMissing(name))
      .map((name) => [name, 'FILES_URL']),
    ...(['ENDPOINT', 'KEY', 'SECRET'] as const)
      .filter((name) => isBucket(backupDir ?? '') && isMissing(`BACKUP_${name}`) && isMissing(`FILES_${name}`))
      .map((name) => [`BACKUP_${name}`, 'BACKUP_DIR=s3://…']),
    ...[
      ['EXCHANGE_LOGIN', 'EXCHANGE_PASSWORD'] as const,
      ['EXCHANGE_PASSWORD', 'EXCHANGE_LOGIN'] as const,
      ['DATABASE_URL', 'DATABASE_READ_URL'] as const,
    ].filter(([name, other]) => isMissing(name) && values[settings.camelCase(other)]),
  ];
  for (const [name, other] of missing)
    problems.push({ english: `${name} must be given with ${other}`, russian: `${name}: укажите вместе с ${other}` });
  return problems;
}

/** Mails are shown where nothing is sent, outside production, and only to this machine. */
const showsMails = ({ smtpUrl, host, nodeEnv, siteUrl }: settings.SettingValues): boolean =>
  smtpUrl === '' && isLoopback(host) && nodeEnv !== 'production' && isOnThisMachine(siteUrl);

const isOnThisMachine = (siteUrl: string): boolean =>
  siteUrl === '' || isLoopback(new URL(siteUrl).hostname.replace(/^\[|\]$/g, ''));

/** Where mails are laid when there is no mail server. */
export const outboxOf = (config: Config) => join(config.dataDir, 'outbox');

export function databaseOf(config: Config, service: ServiceName) {
  return config.databaseUrl
    ? ({
        dialect: 'postgres',
        url: config.databaseUrl,
        schema: service,
        ...(config.databaseReadUrl && { readUrl: config.databaseReadUrl }),
      } as const)
    : ({ dialect: 'sqlite', file: join(config.dataDir, databaseFile(service)) } as const);
}

export const filesOf = (config: Config, service: ServiceName) => join(config.dataDir, 'files', service);

/** Where a service keeps the files that every server of the installation sees. */
export const filesLocationOf = (config: Config, service: ServiceName): FilesLocation =>
  config.objectStorage
    ? { kind: 'objects', storage: config.objectStorage, service }
    : { kind: 'folder', folder: filesOf(config, service) };

export const storesOf = (config: Config, service: ServiceName, clock: () => number): FileStores =>
  storesAt(filesLocationOf(config, service), { temporary: join(filesOf(config, service), 'incoming'), clock });

/** What services keep for every server; what they make again by themselves is not among it. */
const FILE_KINDS: Readonly<Record<ServiceName, readonly string[]>> = {
  mauth: [],
  bridge: ['photos', 'received', 'arrivals'],
  informator: ['photos', 'scans'],
  mnote: ['images'],
};

export interface StoredKind {
  /** Where they lie below a data folder, with slashes. */
  readonly path: string;
  readonly store: FileStore;
}

/** Every kind in the data folder, wherever the settings keep files. */
export const kindsInFolder = (config: Config, clock: () => number): StoredKind[] =>
  kindsBy((service) => {
    const folder = filesOf(config, service);
    return storesAt({ kind: 'folder', folder }, { temporary: join(folder, 'incoming'), clock });
  });

/** Every kind in the object storage; none where the data folder keeps the files. */
export const kindsInStorage = (config: Config, clock: () => number): StoredKind[] =>
  config.objectStorage ? kindsBy((service) => storesOf(config, service, clock)) : [];

function kindsBy(storesOfService: (service: ServiceName) => { of(kind: string): FileStore }): StoredKind[] {
  return SERVICE_NAMES.flatMap((service) => {
    const stores = storesOfService(service);
    return FILE_KINDS[service].map((kind) => ({ path: `files/${service}/${kind}`, store: stores.of(kind) }));
  });
}

import { join } from 'node:path';
import { databaseFile, SERVICE_NAMES } from '../../../settings/storage.ts';
import type { FileStore, FileStores } from '../../platform/files/file-store.ts';
import { type FilesLocation, storesAt } from '../../platform/files/stores.ts';
import type { Config, ServiceName } from './config.ts';

/** Where mails are laid when there is no mail server. */
export const outboxOf = (config: Config) => join(config.dataDir, 'outbox');

/** Where a service keeps its tables. */
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

/** A service's own folder of this machine. */
export const filesOf = (config: Config, service: ServiceName) => join(config.dataDir, 'files', service);

/** Where a service keeps the files that every server of the installation sees. */
export const filesLocationOf = (config: Config, service: ServiceName): FilesLocation =>
  config.objectStorage
    ? { kind: 'objects', storage: config.objectStorage, service }
    : { kind: 'folder', folder: filesOf(config, service) };

/** Its stores. */
export const storesOf = (config: Config, service: ServiceName, clock: () => number): FileStores =>
  storesAt(filesLocationOf(config, service), {
    temporary: join(filesOf(config, service), 'incoming'),
    clock,
  });

/** What services keep for every server; what they make again by themselves is not among it. */
const FILE_KINDS: Readonly<Record<ServiceName, readonly string[]>> = {
  mauth: [],
  bridge: ['photos', 'received', 'arrivals'],
  informator: ['photos', 'scans'],
  mnote: ['images'],
};

/** Files of one kind of one service. */
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

import { join } from 'node:path';
import { databaseFile } from '../../settings/data-folder.ts';
import type { FileStores } from '../files/file-store.ts';
import { type FilesLocation, storesAt } from '../files/stores.ts';
import type { Config, ServiceName } from './config.ts';

/** Where mails are laid when there is no mail server. */
export const outboxOf = (config: Config) => join(config.dataFolder, 'outbox');

/** Where a service keeps its tables. */
export function databaseOf(config: Config, service: ServiceName) {
  return config.databaseUrl
    ? ({
        dialect: 'postgres',
        url: config.databaseUrl,
        schema: service,
        ...(config.databaseReadUrl && { readUrl: config.databaseReadUrl }),
      } as const)
    : ({ dialect: 'sqlite', file: join(config.dataFolder, databaseFile(service)) } as const);
}

/** A service's own folder of this machine. */
export const filesOf = (config: Config, service: ServiceName) => join(config.dataFolder, 'files', service);

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

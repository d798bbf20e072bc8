import { join } from 'node:path';
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
    : ({ dialect: 'sqlite', file: join(config.dataFolder, `${service}.db`) } as const);
}

/** Where a service keeps its files. */
export const filesOf = (config: Config, service: ServiceName) => join(config.dataFolder, 'files', service);

import { join } from 'node:path';
import { SERVICE_NAMES } from '../../settings/data-folder.ts';
import type { FileStore } from '../files/file-store.ts';
import { storesAt } from '../files/stores.ts';
import type { Config, ServiceName } from './config.ts';
import { filesOf, storesOf } from './places.ts';

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

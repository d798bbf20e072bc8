import type { FileStores } from './file-store.ts';
import { folderStores } from './folder-store.ts';
import type { ObjectStorage } from './s3/address.ts';
import { objectStores, type StorageSurroundings } from './s3/object-store.ts';

/** Where a service keeps its files, as it can be handed to another process. */
export type FilesLocation =
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 'objects'; readonly storage: ObjectStorage; readonly service: string };

/** The stores at a place. */
export const storesAt = (location: FilesLocation, surroundings: StorageSurroundings): FileStores =>
  location.kind === 'folder'
    ? folderStores(location.folder, surroundings.clock)
    : objectStores(location.storage, location.service, surroundings);

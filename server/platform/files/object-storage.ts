/** A part of an object storage that speaks the protocol of Amazon S3, and the key to it. */
export interface ObjectStorage {
  /** Where the storage answers, without a slash at the end. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** What names of objects begin with, empty or with a slash at the end. */
  readonly prefix: string;
  readonly key: string;
  readonly secret: string;
}

/** The object storage could not be asked, or did not do what it was asked now; the same may work in a moment. */
export class StorageAway extends Error {
  /** As trouble of a database is told from other errors. */
  readonly code = 'STORAGE_AWAY';

  constructor(reason: string, options?: ErrorOptions) {
    super(`the object storage ${reason}`, options);
    this.name = 'StorageAway';
  }
}

/** An answer did not come in time: to ask again would take as long again. */
export class StorageLate extends StorageAway {}

/** The object storage refuses this installation: its key, its bucket or its rights are not right. */
export class StorageRefuses extends StorageAway {}

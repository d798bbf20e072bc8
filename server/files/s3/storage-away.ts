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

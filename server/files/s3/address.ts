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

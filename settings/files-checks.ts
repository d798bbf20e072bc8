import type { Check } from './checks.ts';

/** A part of an object storage. */
export interface Bucket {
  readonly bucket: string;
  /** What names of objects begin with, empty or with a slash at the end. */
  readonly prefix: string;
}

/** Names of buckets: https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
const ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[A-Za-z0-9][\w.-]*)*)\/*$/;

/** An address like s3://bucket/folder, or empty. Neither keys nor an endpoint belong into it. */
export const bucket: Check<Bucket | null> = (value) => {
  if (value === '') return { value: null };
  const [, name, folder = ''] = ADDRESS.exec(value) ?? [];
  return name === undefined
    ? {
        problem:
          'must be like s3://bucket or s3://bucket/folder; the rest of the address and the key go into settings of their own, as FILES_ENDPOINT, FILES_KEY and FILES_SECRET',
        russian:
          'адрес вида s3://bucket или s3://bucket/folder; остальное и ключ задаются отдельно, как FILES_ENDPOINT, FILES_KEY и FILES_SECRET',
      }
    : { value: { bucket: name, prefix: folder === '' ? '' : `${folder.slice(1)}/` } };
};

/** A folder, or an address like s3://bucket/folder. */
export const folderOrBucket: Check<string> = (value) => {
  const checked = isBucket(value) ? bucket(value) : { value };
  return 'problem' in checked ? checked : { value };
};

/** Whether an object storage is meant and not a folder. */
export const isBucket = (value: string): boolean => value.startsWith('s3://');

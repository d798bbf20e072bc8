// Checks and types for the settings of data, buckets and backups. The settings themselves (DATA_DIR, FILES_URL,
// BACKUP_KEEP …) are in table.ts, which uses these checks.
import { fileURLToPath } from 'node:url';
import { type Check, path, wrong } from './checks.ts';

/** The data folder without DATA_DIR: beside the code, whatever the current folder. */
export const DATA_FOLDER = fileURLToPath(new URL('../data', import.meta.url));

export const SERVICE_NAMES = ['mauth', 'bridge', 'informator', 'mnote'] as const;

export const databaseFile = (service: (typeof SERVICE_NAMES)[number]): string => `${service}.db`;

interface Bucket {
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
    ? wrong(
        'must be like s3://bucket or s3://bucket/folder; the rest of the address and the key go into settings of their own, as FILES_ENDPOINT, FILES_KEY and FILES_SECRET',
        'адрес вида s3://bucket или s3://bucket/folder; остальное и ключ задаются отдельно, как FILES_ENDPOINT, FILES_KEY и FILES_SECRET',
      )
    : { value: { bucket: name, prefix: folder === '' ? '' : `${folder.slice(1)}/` } };
};

export const folderOrBucket: Check<string> = (value) => {
  if (!isBucket(value)) return path(value);
  const checked = bucket(value);
  return 'problem' in checked ? checked : { value };
};

export const isBucket = (value: string): boolean => value.startsWith('s3://');

/** Which backups stay: the newest of each of so many days, weeks and months, and so many of the newest. */
export interface KeepRule {
  readonly days: number;
  readonly weeks: number;
  readonly months: number;
  readonly newest: number;
}

const UNITS = { d: 'days', w: 'weeks', m: 'months', '': 'newest' } as const;
const PART = /^(\d{1,4})([dwm]?)$/;

/** A rule such as `7d,4w,6m`, or a bare number for the newest. */
export const keepRule: Check<KeepRule> = (text) => {
  const rule = { days: 0, weeks: 0, months: 0, newest: 0 };
  for (const part of text.split(',')) {
    const [, count, unit] = PART.exec(part.trim()) ?? [];
    if (count === undefined || Number(count) === 0)
      return wrong(
        `must be a number from 1 on or like 7d,4w,6m, not "${text}"`,
        'число от 1 или правило вида 7d,4w,6m',
      );
    rule[UNITS[unit as keyof typeof UNITS]] = Number(count);
  }
  return { value: rule };
};

export const writtenKeepRule = ({ days, weeks, months, newest }: KeepRule): string =>
  [days && `${days}d`, weeks && `${weeks}w`, months && `${months}m`, newest].filter((part) => part !== 0).join();

/** A time of day as minutes since midnight. */
export const timeOfDay: Check<number> = (text) => {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})$/.exec(text) ?? [];
  return hours !== undefined && Number(hours) < 24 && Number(minutes) < 60
    ? { value: Number(hours) * 60 + Number(minutes) }
    : wrong(`must be a time of day like 03:30, not "${text}"`, 'время вида 03:30');
};

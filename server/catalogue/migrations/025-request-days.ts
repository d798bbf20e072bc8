import type { Migration } from '../../platform/database/types.ts';

/**
 * How many requests were sent on a day (days since 1970-01-01 in the time zone of the shop) and how many more were
 * refused: of each address and account, and under the empty sender of all who are not signed in.
 */
const tables = (count: string): readonly string[] => [
  `CREATE TABLE request_days (
    day ${count} NOT NULL,
    sender TEXT NOT NULL,
    sent ${count} NOT NULL,
    refused ${count} NOT NULL,
    PRIMARY KEY (day, sender)
  )`,
];

export const requestDays: Migration = {
  version: 25,
  name: 'request-days',
  sqlite: tables('INTEGER'),
  postgres: tables('INTEGER'),
};

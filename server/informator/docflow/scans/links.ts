import { createHmac, timingSafeEqual } from 'node:crypto';
import { SCAN_LINK_TTL_MINUTES } from '../../../../contract/limits.ts';
import { INFORMATOR } from '../../../../contract/paths.ts';
import { sealingKey } from '../../../secrets/sealed-text.ts';

const MINUTE = 60_000;

/** Links that open an attachment without a token, for a short while. */
export interface ScanLinks {
  /** The root-relative address of a file, good for SCAN_LINK_TTL_MINUTES. */
  to(fileName: string): string;
  /** Whether a query that came with a file name is one of ours, and still good. */
  opens(fileName: string, query: { readonly until?: unknown; readonly key?: unknown }): boolean;
}

/** Links signed with a key made from the secret, each for one name and moment. */
export function createLinks(secret: string, clock: () => number): ScanLinks {
  const key = sealingKey(secret, 'document links');
  const sign = (fileName: string, until: string) =>
    createHmac('sha256', key).update(`${until}/${fileName}`).digest('base64url');
  return {
    to: (fileName) => {
      const until = String(clock() + SCAN_LINK_TTL_MINUTES * MINUTE);
      const query = new URLSearchParams({ until, key: sign(fileName, until) });
      return `${INFORMATOR}/docflow/scan/${encodeURIComponent(fileName)}?${query}`;
    },
    opens: (fileName, query) => {
      const { until, key: sent } = query;
      if (typeof until !== 'string' || typeof sent !== 'string' || !/^\d{1,15}$/.test(until)) return false;
      const expected = Buffer.from(sign(fileName, until));
      const given = Buffer.from(sent);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
      // A link that is good for longer than we give was made by a clock that went wrong.
      const left = Number(until) - clock();
      return left > 0 && left <= SCAN_LINK_TTL_MINUTES * MINUTE;
    },
  };
}

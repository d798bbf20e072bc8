import { SCAN_LINK_TTL_MINUTES } from '../../../../contract/limits.ts';
import { INFORMATOR } from '../../../../contract/paths.ts';
import { createSigner, type Secrets } from '../../../secrets/rotating.ts';

const MINUTE = 60_000;

/** Links that open an attachment without a token, for a short while. */
export interface AttachmentLinks {
  /** The root-relative address of a file, good for SCAN_LINK_TTL_MINUTES. */
  to(fileName: string): string;
  /** Whether a query that came with a file name is one of ours, and still good. */
  opens(fileName: string, query: { readonly until?: unknown; readonly key?: unknown }): boolean;
}

/** Links signed with a key made from the current secret, each for one name and moment. */
export function createLinks(secrets: Secrets, clock: () => number): AttachmentLinks {
  const signer = createSigner(secrets, 'document links');
  const textOf = (fileName: string, until: string) => `${until}/${fileName}`;
  return {
    to: (fileName) => {
      const until = String(clock() + SCAN_LINK_TTL_MINUTES * MINUTE);
      const query = new URLSearchParams({ until, key: signer.sign(textOf(fileName, until)) });
      return `${INFORMATOR}/docflow/scan/${encodeURIComponent(fileName)}?${query}`;
    },
    opens: (fileName, query) => {
      const { until, key: sent } = query;
      if (typeof until !== 'string' || typeof sent !== 'string' || !/^\d{1,15}$/.test(until)) return false;
      if (!signer.knows(textOf(fileName, until), sent)) return false;
      // A link that is good for longer than we give was made by a clock that went wrong.
      const left = Number(until) - clock();
      return left > 0 && left <= SCAN_LINK_TTL_MINUTES * MINUTE;
    },
  };
}

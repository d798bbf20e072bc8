// Short-lived links that open attachments without a token.
import { INFORMATOR } from '../../../contract/api.ts';
import { MINUTE_MS, SCAN_LINK_TTL_MINUTES } from '../../../contract/limits.ts';
import { createSigner, type Secrets } from '../../platform/secrets.ts';

/** Links of one person, who alone gets them. */
export interface OwnLinks {
  /** The root-relative address of a file, good for SCAN_LINK_TTL_MINUTES while that person may see the file. */
  to(fileName: string): string;
}

/** Links that open an attachment without a token, for a short while. */
export interface AttachmentLinks {
  of(uid: string): OwnLinks;
  /** Whose link a query is that came with a file name; null where it is none of ours, or no longer good. */
  opens(fileName: string, query: Readonly<Record<string, unknown>>): string | null;
}

/** Links signed with a key made from the current secret, each for one name, person and moment. */
export function createLinks(secrets: Secrets, clock: () => number): AttachmentLinks {
  const signer = createSigner(secrets, 'document links');
  return {
    of: (uid) => ({
      to: (fileName) => {
        const until = String(clock() + SCAN_LINK_TTL_MINUTES * MINUTE_MS);
        const key = signer.sign(textOf(fileName, uid, until));
        const query = new URLSearchParams({ until, of: uid, key });
        return `${INFORMATOR}/docflow/scan/${encodeURIComponent(fileName)}?${query}`;
      },
    }),
    opens: (fileName, { until, of: uid, key }) => {
      if (typeof until !== 'string' || typeof uid !== 'string' || typeof key !== 'string') return null;
      if (!/^\d{1,15}$/.test(until) || !signer.knows(textOf(fileName, uid, until), key)) return null;
      // A link that is good for longer than we give was made by a clock that went wrong.
      const left = Number(until) - clock();
      return left > 0 && left <= SCAN_LINK_TTL_MINUTES * MINUTE_MS ? uid : null;
    },
  };
}

const textOf = (fileName: string, uid: string, until: string) => JSON.stringify([until, uid, fileName]);

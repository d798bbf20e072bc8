import type { Document, DocumentFile } from '../../../contract/docflow.ts';
import { SCAN_LINK_TTL_MINUTES } from '../../../contract/limits.ts';
import { site } from '../site/site.ts';

/** Links to files are asked for anew when half of their life is over. */
const LINKS_FRESH_MS = (SCAN_LINK_TTL_MINUTES * 60_000) / 2;

/** Where a file opens: at the service that keeps it. */
export const fileAddress = ({ url }: Pick<DocumentFile, 'url'>): string => site.services.informator + url;

/** Whether links that were given out at a moment should be asked for anew. Times are milliseconds since the epoch. */
export const areLinksOld = (givenAt: number, now: number): boolean => now - givenAt >= LINKS_FRESH_MS;

/** A document with the links of a later answer; nothing else of it changes. */
export function withLinksOf<T extends Pick<Document, 'files'>>(
  document: T,
  later: Pick<Document, 'files'>,
): T {
  const urls = new Map(later.files.map(({ fileName, url }) => [fileName, url]));
  const files = document.files.map((file) => ({ ...file, url: urls.get(file.fileName) ?? file.url }));
  return { ...document, files };
}

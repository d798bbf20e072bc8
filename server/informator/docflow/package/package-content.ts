import type { Kysely } from 'kysely';
import { DECISION_EVENTS, isDecisionEvent } from '../../../../contract/decisions.ts';
import { formatDay, formatMoment } from '../../../../rules/format/day.ts';
import { documentCheckPath } from '../../../../rules/public/document-check.ts';
import type { InformatorSchema } from '../../schema.ts';
import type { KeptSnapshot } from '../document/answers.ts';
import type { StoredDocument } from '../document/document.ts';
import type { Signatory } from '../document/signatory-rules.ts';
import type { EarlierDecision, PackageContent, PackageDecision, PackageFile } from './package.ts';

/** Decisions about earlier versions that a package names: the last ones. */
const EARLIER_MAX = 500;

export interface PackagePlace {
  /** Where the site is reached. */
  readonly site: string;
  readonly timeZone: string;
}

/** What the package of a document shows; `files` are its attachments, as far as they are put in. */
export async function packageContent(
  read: Kysely<InformatorSchema>,
  document: StoredDocument,
  files: readonly PackageFile[],
  { site, timeZone }: PackagePlace,
): Promise<PackageContent> {
  return {
    host: new URL(site).host,
    number: document.num,
    title: document.title,
    directing: document.directing.title,
    task: document.task.title,
    author: document.author.name,
    createdOn: formatDay(new Date(document.createdAt), timeZone),
    version: document.version,
    hash: document.hash,
    text: document.description,
    decisions: document.entries.map((entry) => decisionOf(document, entry, timeZone)),
    earlier: await earlierDecisions(read, document, timeZone),
    files,
    checkAddress: site + documentCheckPath(document.id, document.hash),
    savedAt: document.savedAt,
  };
}

function decisionOf({ people }: StoredDocument, entry: Signatory, timeZone: string): PackageDecision {
  const person = people.get(entry.uid);
  const decidedBy = entry.acceptedBy ?? entry.declinedBy;
  const at = entry.acceptedAt ?? entry.declinedAt;
  const outcome = entry.acceptedAt !== null ? 'accepted' : entry.declinedAt !== null ? 'declined' : 'pending';
  return {
    kind: entry.kind,
    name: person?.name || person?.email || '—',
    position: person?.position ?? '',
    by: decidedBy === null || decidedBy === entry.uid ? '' : (people.get(decidedBy)?.name ?? ''),
    outcome,
    at: at === null ? '' : formatMoment(new Date(at), timeZone),
    reason: entry.reason,
  };
}

async function earlierDecisions(
  read: Kysely<InformatorSchema>,
  document: StoredDocument,
  timeZone: string,
): Promise<EarlierDecision[]> {
  const rows = await read
    .selectFrom('document_history')
    .select(['event', 'saved_at', 'editor_name', 'editor_email', 'instead_uid', 'instead_name', 'after'])
    .where('document_id', '=', document.id)
    .where('event', 'in', DECISION_EVENTS)
    .orderBy('id', 'desc')
    .limit(EARLIER_MAX)
    .execute();
  return rows.reverse().flatMap((row) => {
    const { version, hash } = JSON.parse(row.after ?? '{}') as Partial<KeptSnapshot>;
    if (!isDecisionEvent(row.event) || version === undefined || version === document.version) return [];
    return {
      event: row.event,
      by: row.editor_name || row.editor_email,
      insteadOf: row.instead_uid === null ? '' : row.instead_name,
      at: formatMoment(new Date(row.saved_at), timeZone),
      version,
      hash: hash ?? '',
    };
  });
}

import { type Kysely, sql, type Transaction } from 'kysely';
import type { InformatorSchema } from '../../schema.ts';
import { recordChange } from '../changes/record-change.ts';
import { askedIn, type StoredDocument } from '../document/document.ts';
import type { Save } from '../document/recorded-change.ts';
import { selectWantingMails } from '../notifications/addressees.ts';

const HOUR = 3_600_000;

/** Milliseconds until a document may be reminded of again; 0: now. A moment that is yet to come was set by a wrong clock. */
async function pauseOf(read: Kysely<InformatorSchema>, id: number, now: number): Promise<number> {
  const row = await read
    .selectFrom('document_reminders')
    .select('at')
    .where('document_id', '=', id)
    .executeTakeFirst();
  const passed = row ? now - row.at : HOUR;
  return passed < 0 ? 0 : Math.max(0, HOUR - passed);
}

/** The people whose decision a document waits for. */
export const signatoriesWaitedFor = (document: StoredDocument): string[] => [
  ...new Set(askedIn(document).map(({ uid }) => uid)),
];

/**
 * Reminds everybody who is asked and not `disabled`; how many are written to, or how long to wait until that may be
 * done again, ms.
 */
export async function remind(
  transaction: Transaction<InformatorSchema>,
  document: StoredDocument,
  { by, at, disabled }: Omit<Save, 'timeZone'> & { readonly disabled: ReadonlySet<string> },
): Promise<{ readonly count: number } | { readonly pause: number }> {
  const uids = signatoriesWaitedFor(document).filter((uid) => uid !== by.uid && !disabled.has(uid));
  const reminded = [...(await selectWantingMails(transaction, uids)).keys()];
  const count = reminded.length;
  if (count === 0) return { count };
  const pause = await pauseOf(transaction, document.id, at);
  if (pause > 0) return { pause };
  await transaction
    .insertInto('document_reminders')
    .values({ document_id: document.id, at })
    .onConflict((conflict) => conflict.column('document_id').doUpdateSet({ at: sql`excluded.at` }))
    .execute();
  const change = { event: 'reminded', by, insteadOf: null, at, before: document, after: document } as const;
  await recordChange(transaction, { ...change, reminded });
  return { count };
}

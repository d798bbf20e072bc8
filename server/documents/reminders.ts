// Reminders of pending decisions.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { sql } from 'kysely';
import Type from 'typebox';
import { RemindAnswer } from '../../contract/documents/documents.ts';
import { HOUR_MS } from '../../contract/limits.ts';
import { forbidden, pathId, requireCaller, tooMany } from '../platform/http/request.ts';
import type { PortalChange, PortalSource } from '../portal-database/schema.ts';
import { recordChange } from './changes/record-change.ts';
import { findVisibleDocument, lockVisibleDocument, saveOf, viewerOf } from './document/access.ts';
import { type DocumentsContext, type Save, type StoredDocument, signatoriesAskedIn } from './document/document.ts';
import { selectWantingMails } from './notifications/addressees.ts';

export const reminderRoutes =
  (context: DocumentsContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/:id/remind',
      {
        config: { permission: 'signed-in' },
        schema: {
          summary: 'Writes to everybody whom the document of the caller waits for, at most once an hour',
          params: Type.Object({ id: Type.String() }),
          response: { 200: RemindAnswer },
        },
      },
      async (request) => {
        const id = pathId(request.params.id, 'doc');
        const viewer = viewerOf(request);
        const disabled = await context.people.disabledAmong(
          signatoriesWaitedFor(await findVisibleDocument(context, id, viewer)),
        );
        const outcome = await context.database.write(async (transaction) => {
          const document = await lockVisibleDocument(context.database, transaction, id, viewer);
          if (document.author.uid !== requireCaller(request).uid) throw forbidden();
          return remind(transaction, document, { ...saveOf(request, context), disabled });
        });
        if ('pause' in outcome) throw tooMany(Math.ceil(outcome.pause / 1_000));
        return outcome;
      },
    );
  };

/** Milliseconds until the next reminder is allowed; 0: now. A moment in the future was set by a wrong clock. */
async function pauseOf(read: PortalSource, id: number, now: number): Promise<number> {
  const row = await read.selectFrom('document_reminders').select('at').where('document_id', '=', id).executeTakeFirst();
  const passed = row ? now - row.at : HOUR_MS;
  return passed < 0 ? 0 : Math.max(0, HOUR_MS - passed);
}

const signatoriesWaitedFor = (document: StoredDocument): string[] => [
  ...new Set(signatoriesAskedIn(document).map(({ uid }) => uid)),
];

/** Reminds the signatories asked, but `disabled` ones; resolves to their number, or to the ms until it is allowed. */
async function remind(
  transaction: PortalChange,
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

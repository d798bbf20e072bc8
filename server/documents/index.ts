// The documents of the staff (part of informator in the API): opens them and registers their routes.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Outbox } from '../platform/mail/outbox.ts';
import { outboxRoutes } from '../platform/mail/outbox-routes.ts';
import type { Secrets } from '../platform/secrets.ts';
import { sweepAttachments } from './attachments/attachment-store.ts';
import { attachmentRoutes } from './attachments/routes.ts';
import { binRoutes, sweepBin } from './bin.ts';
import { commentRoutes } from './comments/routes.ts';
import { decisionRoutes } from './decisions.ts';
import { guardPair, requireProfile } from './document/access.ts';
import { createLinks } from './document/attachment-links.ts';
import type { DocumentsContext, OpenOutbox } from './document/document.ts';
import { sweepKeys } from './edit/document-form.ts';
import { sweepDrafts } from './edit/drafts.ts';
import { draftRoutes, writeRoutes } from './edit/routes.ts';
import { documentJournalRoutes, type JournalPorts } from './journal/routes.ts';
import { lateRoutes } from './list/late.ts';
import { queueRoutes } from './list/queue.ts';
import { documentExportRoutes, documentListRoutes } from './list/routes.ts';
import { documentViewRoutes } from './list/views.ts';
import { type DocumentMails, openDocumentMails } from './notifications/mails.ts';
import { checkRoutes } from './package/check.ts';
import { packageRoutes } from './package/routes.ts';
import { openSealKeys, type SealKeys } from './package/seal-keys.ts';
import { readRoutes } from './read-routes.ts';
import { reminderRoutes } from './reminders.ts';
import { documentSearchRoutes } from './search/routes.ts';
import { templateFormRoutes, templateRoutes } from './templates/routes.ts';

interface DocflowSettings extends Omit<DocumentsContext, 'links'>, JournalPorts {
  readonly openOutbox: OpenOutbox;
  /** Keys of the links to attachments are made from it. */
  readonly secrets: Secrets;
  /** Where the site is reached, for links in mails. */
  readonly siteAddress: () => string;
}

interface Documents {
  readonly routes: FastifyPluginAsyncTypebox;
  readonly context: DocumentsContext;
  readonly mails: DocumentMails;
  /** Removes what no document needs, and renews what the secret encrypts; resolves to how many drafts, files and keys that was. */
  sweep(): Promise<Readonly<Record<'binned' | 'drafts' | 'scans' | 'documentKeys', number>>>;
  close(): Promise<void>;
}

export function openDocuments(settings: DocflowSettings): Documents {
  const { openOutbox, secrets, siteAddress, accessChanges, trail, ...needs } = settings;
  const { clock } = needs;
  const context: DocumentsContext = { ...needs, links: createLinks(secrets, clock) };
  const seals = openSealKeys({ database: needs.database, secrets, clock, site: siteAddress });
  const mails = openDocumentMails(context, openOutbox, siteAddress);
  return {
    context,
    mails,
    routes: async (app) => {
      await app.register(documentRoutes(context, { seals, site: siteAddress, outbox: mails.outbox }), {
        prefix: '/docflow',
      });
      // Of administrators, who need no profile of their own.
      await app.register(templateRoutes(context, trail), { prefix: '/docflow' });
      await app.register(documentJournalRoutes(context, { accessChanges, trail }), { prefix: '/docflow' });
      await app.register(outboxRoutes(mails.outbox, clock, '/mail', 'Mails about documents'));
    },
    sweep: async () => {
      await seals.renew();
      return {
        binned: await sweepBin(context),
        drafts: await sweepDrafts(context),
        scans: await sweepAttachments(context),
        documentKeys: await sweepKeys(context),
      };
    },
    close: () => mails.close(),
  };
}

interface Surroundings {
  readonly seals: SealKeys;
  readonly site: () => string;
  readonly outbox: Outbox;
}

/** Everything about documents, for callers who have a profile. */
const documentRoutes =
  (context: DocumentsContext, { seals, site, outbox }: Surroundings): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.decorateRequest('permitted', null);
    app.addHook('preHandler', (request) => requireProfile(context, request));
    app.addHook('preHandler', (request) => guardPair(context, request));
    await app.register(queueRoutes(context));
    await app.register(templateFormRoutes(context));
    await app.register(draftRoutes(context));
    await app.register(readRoutes(context));
    await app.register(writeRoutes(context));
    await app.register(decisionRoutes(context));
    await app.register(binRoutes(context));
    await app.register(attachmentRoutes(context));
    await app.register(packageRoutes(context, seals, site));
    await app.register(checkRoutes(context, seals));
    await app.register(documentSearchRoutes(context));
    await app.register(documentListRoutes(context));
    await app.register(documentExportRoutes(context));
    await app.register(documentViewRoutes(context));
    await app.register(lateRoutes(context));
    await app.register(reminderRoutes(context, outbox));
    await app.register(commentRoutes(context));
  };

// The documents of the staff (part of informator in the API): opens them and registers their routes.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { outboxRoutes } from '../platform/mail/outbox-routes.ts';
import type { Secrets } from '../platform/secrets.ts';
import { sweepAttachments } from './attachments/attachment-store.ts';
import { attachmentRoutes } from './attachments/routes.ts';
import { commentRoutes } from './comments/routes.ts';
import { decisionRoutes } from './decisions.ts';
import { guardPair, requireProfile } from './document/access.ts';
import { createLinks } from './document/attachment-links.ts';
import type { DocumentsContext, OpenOutbox } from './document/document.ts';
import { sweepKeys } from './edit/document-form.ts';
import { sweepDrafts } from './edit/drafts.ts';
import { draftRoutes, writeRoutes } from './edit/routes.ts';
import { queueRoutes } from './list/queue.ts';
import { documentExportRoutes, documentListRoutes } from './list/routes.ts';
import { documentViewRoutes } from './list/views.ts';
import { type DocumentMails, openDocumentMails } from './notifications/mails.ts';
import { packageRoutes } from './package/routes.ts';
import { readRoutes } from './read-routes.ts';
import { reminderRoutes } from './reminders.ts';
import { documentSearchRoutes } from './search/routes.ts';
import { templateFormRoutes, templateRoutes } from './templates/routes.ts';

interface DocflowSettings extends Omit<DocumentsContext, 'links'> {
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
  /** Removes what no document needs; resolves to how many drafts, files and keys that was. */
  sweep(): Promise<{ readonly drafts: number; readonly scans: number; readonly documentKeys: number }>;
  close(): Promise<void>;
}

export function openDocuments(settings: DocflowSettings): Documents {
  const { openOutbox, secrets, siteAddress, ...needs } = settings;
  const { clock } = needs;
  const context: DocumentsContext = { ...needs, links: createLinks(secrets, clock) };
  const mails = openDocumentMails(context, openOutbox, siteAddress);
  return {
    context,
    mails,
    routes: async (app) => {
      await app.register(documentRoutes(context, siteAddress), { prefix: '/docflow' });
      // Of administrators, who need no profile of their own.
      await app.register(templateRoutes(context), { prefix: '/docflow' });
      await app.register(outboxRoutes(mails.outbox, clock, '/mail', 'Mails about documents'));
    },
    sweep: async () => ({
      drafts: await sweepDrafts(context),
      scans: await sweepAttachments(context),
      documentKeys: await sweepKeys(context),
    }),
    close: () => mails.close(),
  };
}

/** Everything about documents, for callers who have a profile. */
const documentRoutes =
  (context: DocumentsContext, site: () => string): FastifyPluginAsyncTypebox =>
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
    await app.register(attachmentRoutes(context));
    await app.register(packageRoutes(context, site));
    await app.register(documentSearchRoutes(context));
    await app.register(documentListRoutes(context));
    await app.register(documentExportRoutes(context));
    await app.register(documentViewRoutes(context));
    await app.register(reminderRoutes(context));
    await app.register(commentRoutes(context));
  };

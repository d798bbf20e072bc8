import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { outboxRoutes } from '../../mail/admin-routes.ts';
import type { Secrets } from '../../secrets/rotating.ts';
import { requireProfile } from './access.ts';
import { sweepAttachments } from './attachments/attachment-store.ts';
import { createLinks } from './attachments/links.ts';
import { attachmentRoutes } from './attachments/routes.ts';
import { commentRoutes } from './comments/routes.ts';
import type { DocflowContext } from './context.ts';
import { decisionRoutes } from './decisions/routes.ts';
import { sweepDrafts } from './drafts/draft-store.ts';
import { draftRoutes } from './drafts/routes.ts';
import { sweepKeys } from './edit/creation-key-store.ts';
import { writeRoutes } from './edit/routes.ts';
import { documentExportRoutes } from './list/export-routes.ts';
import { documentListRoutes } from './list/routes.ts';
import { type DocumentMails, openDocumentMails } from './notifications/mails.ts';
import { packageRoutes } from './package/routes.ts';
import { guardPair } from './permit.ts';
import type { OpenOutbox } from './ports.ts';
import { queueRoutes } from './queue/routes.ts';
import { readRoutes } from './read-routes.ts';
import { reminderRoutes } from './reminders/routes.ts';
import { documentSearchRoutes } from './search/routes.ts';
import { templateFormRoutes } from './templates/form-routes.ts';
import { templateRoutes } from './templates/routes.ts';
import { documentViewRoutes } from './views/routes.ts';

interface DocflowSettings extends Omit<DocflowContext, 'links'> {
  readonly openOutbox: OpenOutbox;
  /** Keys of the links to attachments are made from it. */
  readonly secrets: Secrets;
  /** Where the site is reached, for links in mails. */
  readonly siteAddress: () => string;
}

/** The document flow. */
export interface Docflow {
  /** Its routes, relative to the prefix of the service. */
  readonly routes: FastifyPluginAsyncTypebox;
  readonly context: DocflowContext;
  readonly mails: DocumentMails;
  /** Removes what no document needs; resolves to how many drafts, files and keys that was. */
  sweep(): Promise<{ readonly drafts: number; readonly scans: number; readonly documentKeys: number }>;
  /** Stops what runs in the background. */
  close(): Promise<void>;
}

/** Opens the document flow over the database of the service and what it needs of others. */
export function openDocflow(settings: DocflowSettings): Docflow {
  const { openOutbox, secrets, siteAddress, ...needs } = settings;
  const { clock } = needs;
  const context: DocflowContext = { ...needs, links: createLinks(secrets, clock) };
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
  (context: DocflowContext, site: () => string): FastifyPluginAsyncTypebox =>
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

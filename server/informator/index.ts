import { join } from 'node:path';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger } from 'fastify';
import { type AuditTrail, NO_TRAIL } from '../../contract/audit.ts';
import type { AccountStates } from '../../contract/identity.ts';
import type { PublishedPage } from '../../contract/site.ts';
import { publicText } from '../../rules/public-content.ts';
import { openDatabase } from '../database/open.ts';
import type { Database, DatabaseLocation } from '../database/types.ts';
import { sweepHourly } from '../files/hourly.ts';
import { openFiles } from '../files/open.ts';
import { createLimits, type Limits } from '../http/limits.ts';
import { removeAbandoned } from '../http/upload.ts';
import { outboxRoutes } from '../mail/admin-routes.ts';
import type { MailTransport } from '../mail/types.ts';
import type { Secrets } from '../secrets/rotating.ts';
import { publishedPage } from './about/answers.ts';
import { aboutHistoryRoutes } from './about/history-routes.ts';
import { listAboutPages } from './about/reads.ts';
import { aboutRoutes } from './about/routes.ts';
import { accessRoutes } from './access/routes.ts';
import type { InformatorContext } from './context.ts';
import { sweepAttachments } from './docflow/attachments/attachment-store.ts';
import { createLinks } from './docflow/attachments/links.ts';
import { sweepKeys } from './docflow/edit/creation-key-store.ts';
import { type DocumentMails, openDocumentMails } from './docflow/notifications/mails.ts';
import { reminderRoutes } from './docflow/notifications/reminder-routes.ts';
import { docflowRoutes } from './docflow/routes.ts';
import { documentSearchRoutes } from './docflow/search/routes.ts';
import { informatorMigrations } from './migrations/index.ts';
import { openPermissions } from './permissions/permissions.ts';
import { referenceRoutes } from './references/routes.ts';
import type { InformatorSchema } from './schema.ts';
import { colleaguesRoutes } from './users/colleagues-routes.ts';
import { mailsRoutes } from './users/mails-routes.ts';
import { sweepPhotos } from './users/photo.ts';
import { profileRoutes } from './users/profile-routes.ts';
import { userSearchRoutes } from './users/search-routes.ts';
import { substituteRoutes } from './users/substitute-routes.ts';

interface InformatorSettings {
  /** The service's own folder for photos and uploads under way. */
  readonly filesFolder: string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Where the organisation is. */
  readonly timeZone: string;
  /** Keys are made from it: of letters that wait, and of links to attachments. */
  readonly secrets: Secrets;
  readonly transport: MailTransport;
  readonly accounts: AccountStates;
  /** How often things may be done; without it, as RATE_LIMITS says. */
  readonly limits?: Limits;
  /** Where the site is reached, for links in mails. */
  readonly siteAddress: () => string;
  readonly log: FastifyBaseLogger;
  /** Where changes of rights are told; by default nowhere. */
  readonly trail?: AuditTrail;
  /** Called after a commit that changed what visitors see of the company pages; must not throw. */
  readonly onChange?: () => void;
}

/** The info service. */
export interface Informator {
  /** Its routes, relative to the prefix INFORMATOR. */
  readonly routes: FastifyPluginAsyncTypebox;
  readonly context: InformatorContext;
  /** Letters about documents. */
  readonly post: DocumentMails;
  /** Company pages that have a text. */
  publicPages(): Promise<PublishedPage[]>;
  /** True when the database takes changes; rejects with the reason when it does not. */
  ready(): Promise<boolean>;
  /** Stops what runs in the background and closes the database. */
  close(): Promise<void>;
}

/** Opens the service's database, migrated, and the service over it. */
export async function openInformator(
  settings: InformatorSettings & { location: DatabaseLocation },
): Promise<Informator> {
  return informatorOver(
    await openDatabase<InformatorSchema>(settings.location, informatorMigrations),
    settings,
  );
}

/** The service over an open database, which it closes in the end. */
export async function informatorOver(
  database: Database<InformatorSchema>,
  settings: InformatorSettings,
): Promise<Informator> {
  const { filesFolder, timeZone, clock, log, onChange = () => {}, trail = NO_TRAIL } = settings;
  const incomingFolder = join(filesFolder, 'incoming');
  await removeAbandoned(incomingFolder);
  const photos = await openFiles(join(filesFolder, 'photos'), clock);
  const scans = await openFiles(join(filesFolder, 'scans'), clock);
  const permissions = openPermissions(database.read);
  const context: InformatorContext = {
    database,
    permissions,
    photos,
    attachments: scans,
    links: createLinks(settings.secrets, clock),
    incomingFolder,
    clock,
    timeZone,
    accounts: settings.accounts,
    limits: settings.limits ?? createLimits(),
    log,
    trail,
    onChange,
  };
  const post = openDocumentMails({ ...settings, database, clock });
  const stopSweeping = sweepHourly(
    async () => ({
      photos: await sweepPhotos(context),
      scans: await sweepAttachments(context),
      documentKeys: await sweepKeys(context),
    }),
    log,
  );

  return {
    context,
    post,
    publicPages: async () =>
      (await listAboutPages(database.read))
        .filter(({ mdInfo }) => publicText(mdInfo) !== null)
        .map(publishedPage),
    routes: async (app) => {
      await app.register(aboutRoutes(context), { prefix: '/about' });
      await app.register(aboutHistoryRoutes(context), { prefix: '/about' });
      for (const entity of ['role', 'directing', 'task', 'action'] as const) {
        await app.register(referenceRoutes(context, entity), { prefix: `/${entity}` });
      }
      await app.register(accessRoutes(context), { prefix: '/setting/access' });
      await app.register(profileRoutes(context), { prefix: '/user' });
      await app.register(userSearchRoutes(context), { prefix: '/user' });
      await app.register(substituteRoutes(context), { prefix: '/user' });
      await app.register(mailsRoutes(context), { prefix: '/user' });
      await app.register(colleaguesRoutes(context), { prefix: '/user' });
      await app.register(docflowRoutes(context), { prefix: '/docflow' });
      await app.register(outboxRoutes(post.outbox, clock, '/mail', 'Mails about documents'));
      await app.register(documentSearchRoutes(context), { prefix: '/docflow' });
      await app.register(reminderRoutes(context), { prefix: '/docflow' });
    },
    ready: () => database.probe().then(() => true),
    close: async () => {
      await stopSweeping();
      await post.close();
      await database.close();
    },
  };
}

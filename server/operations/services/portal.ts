/** Opens the service of company pages, people and documents over one database (informator in the API). */
import { join } from 'node:path';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger } from 'fastify';
import type { AccountStates, RoleActions } from '../../../contract/accounts/accounts.ts';
import { type AuditTrail, NO_TRAIL } from '../../../contract/journal/events.ts';
import type { PublishedPage } from '../../../contract/operations/state.ts';
import type { AccountDirectory } from '../../../contract/people/people.ts';
import { tiedDocuments } from '../../documents/changes/hand-over.ts';
import { listedDocuments } from '../../documents/changes/save.ts';
import type { DocumentsContext } from '../../documents/document/document.ts';
import { openDocuments } from '../../documents/index.ts';
import type { DocumentMails } from '../../documents/notifications/mails.ts';
import { openPages } from '../../pages/index.ts';
import type { PagesContext } from '../../pages/page-store.ts';
import { beginPrivacyPage, type DataOperator, privacyVersion } from '../../pages/privacy-page.ts';
import { openPeople } from '../../people/index.ts';
import type { PeopleContext } from '../../people/profiles/accounts.ts';
import { listChanges } from '../../people/roles/rights-history.ts';
import { sweepHourly } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/types.ts';
import { type FileStores, folderStores } from '../../platform/files/file-store.ts';
import { openFiles } from '../../platform/files/stored-files.ts';
import { createLimits, type Limits } from '../../platform/http/limits.ts';
import { removeAbandoned } from '../../platform/http/upload.ts';
import type { MailTransport, OutboxSchema } from '../../platform/mail/mail.ts';
import { createOutbox } from '../../platform/mail/outbox.ts';
import { createServiceTokens, type Secrets } from '../../platform/secrets.ts';
import type { TableReader } from '../../platform/sheet-reader/read-table.ts';
import type { WatchedService } from '../../platform/watch/watched-service.ts';
import type { PortalSchema } from '../../portal-database/schema.ts';

export interface PortalSettings {
  /** The service's own folder of this machine, for uploads under way. */
  readonly filesFolder: string;
  /** Where its files lie that other servers see too; by default in filesFolder. */
  readonly stores?: FileStores;
  readonly clock: () => number;
  readonly timeZone: string;
  /** Keys are made from it: of letters that wait, and of links to attachments. */
  readonly secrets: Secrets;
  readonly transport: MailTransport;
  /** Whose mails they are. */
  readonly shopName: string;
  /** Who processes personal data, for the page that begins with it; without it there is no such page. */
  readonly operator?: DataOperator;
  readonly accounts: AccountStates;
  readonly directory: AccountDirectory;
  readonly tables: TableReader;
  /** How often things may be done; without it, as RATE_LIMITS says. */
  readonly limits?: Limits;
  readonly siteAddress: () => string;
  readonly log: FastifyBaseLogger;
  /** Where changes of rights are recorded; by default nowhere. */
  readonly trail?: AuditTrail;
  /** Called after a commit that changed what visitors see of the company pages; must not throw. */
  readonly onChange?: () => void;
}

interface PortalContext extends PagesContext, PeopleContext, DocumentsContext {
  readonly permissions: PeopleContext['permissions'];
}

export interface Portal {
  /** Relative to the prefix INFORMATOR. */
  readonly routes: FastifyPluginAsyncTypebox;
  readonly context: PortalContext;
  readonly roles: RoleActions;
  readonly post: DocumentMails;
  /** The version of the page about personal data that visitors see; 0 for none. */
  privacyText(): Promise<number>;
  /** Company pages that have a text. */
  publicPages(): Promise<PublishedPage[]>;
  readonly watched: WatchedService;
  /** True when the database takes changes; rejects with the reason when it does not. */
  ready(): Promise<boolean>;
  /** Stops what runs in the background and closes the database. */
  close(): Promise<void>;
}

/**
 * Closes the database in the end. Its parts know nothing of each other: what one asks of another is handed over here.
 */
export async function portalOver(database: Database<PortalSchema>, settings: PortalSettings): Promise<Portal> {
  const { filesFolder, timeZone, clock, log, accounts, secrets, transport, shopName, siteAddress } = settings;
  const stores = settings.stores ?? folderStores(filesFolder, clock);
  const incomingFolder = join(filesFolder, 'incoming');
  await removeAbandoned(incomingFolder);
  const content: PagesContext = { database, clock, onChange: settings.onChange ?? (() => {}) };
  if (settings.operator) await beginPrivacyPage(content, settings.operator);
  const pages = openPages(content);
  const people = openPeople({
    ...{ database, accounts, incomingFolder, clock, timeZone, log },
    directory: settings.directory,
    tables: settings.tables,
    photos: await openFiles(stores.of('photos')),
    documents: { ...listedDocuments, ...tiedDocuments },
    serviceTokens: createServiceTokens(secrets, clock),
    limits: settings.limits ?? createLimits(),
    trail: settings.trail ?? NO_TRAIL,
  });
  const docflow = openDocuments({
    ...{ database, people, accounts, incomingFolder, clock, timeZone, log, secrets, siteAddress },
    permissions: people.context.permissions,
    accessChanges: listChanges,
    trail: settings.trail ?? NO_TRAIL,
    attachments: await openFiles(stores.of('scans')),
    openOutbox: (questions) =>
      // The outbox knows only its own table of this database.
      createOutbox({
        database: database as unknown as Database<OutboxSchema>,
        ...{ secrets, transport, shopName, clock, log },
        ...questions,
      }),
  });
  const sweep = async () => ({ ...(await people.sweep()), ...(await docflow.sweep()) });
  const stopSweeping = sweepHourly(sweep, { clock, log });

  return {
    context: { ...content, ...docflow.context, ...people.context },
    roles: people.context.permissions,
    post: docflow.mails,
    privacyText: () => privacyVersion(content),
    publicPages: () => pages.publicPages(),
    routes: async (app) => {
      await app.register(pages.routes);
      await app.register(people.routes);
      await app.register(docflow.routes);
    },
    watched: { name: 'informator', database, outbox: docflow.mails.outbox },
    ready: () => database.probe().then(() => true),
    close: async () => {
      await stopSweeping();
      await docflow.close();
      await database.close();
    },
  };
}

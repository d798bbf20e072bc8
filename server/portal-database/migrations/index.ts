import type { Migration } from '../../platform/database/types.ts';
import { users } from './001-users.ts';
import { aboutPages } from './002-about-pages.ts';
import { access } from './003-access.ts';
import { documents } from './004-documents.ts';
import { absenceAndMails } from './005-absence-and-mails.ts';
import { documentKeys } from './006-document-keys.ts';
import { documentPeople } from './007-document-people.ts';
import { standingActions } from './008-standing-actions.ts';
import { documentQueue } from './009-document-queue.ts';
import { formerUids } from './010-former-uids.ts';
import { documentRoutes } from './011-document-routes.ts';
import { documentLists } from './012-document-lists.ts';
import { documentComments } from './013-document-comments.ts';
import { documentDrafts } from './014-document-drafts.ts';
import { demonstration } from './015-demonstration.ts';

/** The steps of the info service's schema, oldest first. */
export const portalMigrations: readonly Migration[] = [
  users,
  aboutPages,
  access,
  documents,
  absenceAndMails,
  documentKeys,
  documentPeople,
  standingActions,
  documentQueue,
  formerUids,
  documentRoutes,
  documentLists,
  documentComments,
  documentDrafts,
  demonstration,
];

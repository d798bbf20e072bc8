// Which pages and counts the menus of the portal offer to the signed-in user; the services check the permissions.
import { computed } from 'nanostores';
import { mayCreate } from '../access/role-rights.ts';
import { $profile } from '../accounts/own-profile.ts';
import { $hint, $isAdmin, $mayRequests } from '../platform/session-store.ts';
import type { Badge, Place } from './places.ts';

/** What the frame of the portal shows to the user; permissions are checked by the services. */
export interface PortalViewer {
  readonly isAdmin: boolean;
  readonly hasDocuments: boolean;
  readonly mayRequests: boolean;
  readonly mayCreate: boolean;
}

/** The signed-in user as far as this device knows. */
export const $portalViewer = computed(
  [$isAdmin, $mayRequests, $hint, $profile],
  (isAdmin, mayRequests, hint, profile): PortalViewer => ({
    isAdmin,
    mayRequests,
    hasDocuments: hint?.hasDocuments === true,
    mayCreate: profile !== null && mayCreate(profile.roles),
  }),
);

/** Whether menus offer a page. Administrators see the documents without a right on any: the first steps are there. */
export function isOffered(whose: Place['whose'], { isAdmin, hasDocuments, mayRequests }: PortalViewer): boolean {
  const offered = { user: true, documents: hasDocuments || isAdmin, requests: mayRequests, admin: isAdmin };
  return offered[whose];
}

/** The counts of the menu that the viewer may see, and their sum for the menu button. */
export function badgeCounts(
  known: Readonly<Record<Badge, number>>,
  { isAdmin, hasDocuments, mayRequests }: Omit<PortalViewer, 'mayCreate'>,
): Readonly<Record<Badge | 'all', number>> {
  const counts: Readonly<Record<Badge, number>> = {
    documents: hasDocuments ? known.documents : 0,
    requests: mayRequests ? known.requests : 0,
    imports: isAdmin ? known.imports : 0,
    sources: isAdmin ? known.sources : 0,
    mails: isAdmin ? known.mails : 0,
  };
  return { ...counts, all: Object.values(counts).reduce((sum, count) => sum + count, 0) };
}

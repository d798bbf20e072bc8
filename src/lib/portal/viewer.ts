import { computed } from 'nanostores';
import { mayCreate } from '../access/role-rights.ts';
import { $profile } from '../accounts/own-profile.ts';
import { $hint, $isAdmin, $mayRequests } from '../platform/session-store.ts';
import type { Badge, Place } from './places.ts';

/** What the frame of the portal shows to the signed-in person. Says nothing about rights: the services decide those. */
export interface PortalViewer {
  readonly isAdmin: boolean;
  readonly hasDocuments: boolean;
  readonly mayRequests: boolean;
  readonly mayCreate: boolean;
}

/** The signed-in person as far as this device knows. */
export const $portalViewer = computed(
  [$isAdmin, $mayRequests, $hint, $profile],
  (isAdmin, mayRequests, hint, profile): PortalViewer => ({
    isAdmin,
    mayRequests,
    hasDocuments: hint?.hasDocuments === true,
    mayCreate: profile !== null && mayCreate(profile.roles),
  }),
);

/** Whether menus offer a page to the person. Administrators come to the documents without a right on any: the first steps stand there. */
export function isOffered(whose: Place['whose'], { isAdmin, hasDocuments, mayRequests }: PortalViewer): boolean {
  const offered = { user: true, documents: hasDocuments || isAdmin, requests: mayRequests, admin: isAdmin };
  return offered[whose];
}

/** What is known of what waits, by where it comes from. */
interface WaitingCounts {
  readonly documents: number;
  readonly requests: number;
  readonly imports: number;
  readonly sources: number;
  readonly mails: number;
}

/** The numbers of the menu, only those that the person may see, and their sum for what opens the menu. */
export function badgeCounts(
  known: WaitingCounts,
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

import { computed } from 'nanostores';
import { $profile } from '../accounts/user-store.ts';
import { mayCreate } from '../docflow/rights.ts';
import { $hint, $isAdmin, $mayRequests } from '../frame/session-store.ts';
import type { Place } from './places.ts';

/** What the frame of the portal shows to the signed-in person. Says nothing about rights: the services decide those. */
export interface Seer {
  readonly isAdmin: boolean;
  readonly hasDocuments: boolean;
  readonly mayRequests: boolean;
  readonly mayCreate: boolean;
}

/** The signed-in person as far as this device knows. */
export const $seer = computed(
  [$isAdmin, $mayRequests, $hint, $profile],
  (isAdmin, mayRequests, hint, profile): Seer => ({
    isAdmin,
    mayRequests,
    hasDocuments: hint?.hasDocuments === true,
    mayCreate: profile !== null && mayCreate(profile.roles),
  }),
);

/** Whether menus offer a page to the person. Administrators come to the documents without a right on any: the first steps stand there. */
export function isOffered(whose: Place['whose'], { isAdmin, hasDocuments, mayRequests }: Seer): boolean {
  const offered = { user: true, documents: hasDocuments || isAdmin, requests: mayRequests, admin: isAdmin };
  return offered[whose];
}

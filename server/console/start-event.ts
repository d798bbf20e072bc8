import type { Wording } from '../../settings/problem.ts';

/** What was found empty and filled with demonstration data. */
export type Filled = 'catalogue' | 'pages' | 'roles' | 'documents' | 'slides';

/** Where a process that has started is reached, as far as it knows. */
export interface Opened {
  readonly kind: 'opened';
  /** On this machine. */
  readonly listensAt: string;
  /** SITE_URL, or empty. */
  readonly siteUrl: string;
  /** Visitors come through a proxy, whose address only SITE_URL could tell. */
  readonly isBehindProxy: boolean;
  /** Other machines reach it as well. */
  readonly isOpenToOthers: boolean;
  /** False: it answers the API alone. */
  readonly servesPages: boolean;
  /** Whether mails are shown instead of sent. */
  readonly showsMails: boolean;
}

/** Something that the person who starts the server is told. */
export type StartEvent =
  | Opened
  | { readonly kind: 'filled'; readonly what: Filled }
  /** `password`: the one that was made up; empty where it was given in ADMIN_PASSWORD. */
  | { readonly kind: 'administrator'; readonly email: string; readonly password: string }
  /** Nobody administrates: whoever follows the link does. */
  | { readonly kind: 'setup-link'; readonly link: string }
  | { readonly kind: 'demo-user'; readonly email: string; readonly password: string }
  | { readonly kind: 'building' }
  | { readonly kind: 'build-failed'; readonly reason: string }
  | { readonly kind: 'stopping' }
  | { readonly kind: 'note'; readonly text: Wording };

export type Say = (event: StartEvent) => void;

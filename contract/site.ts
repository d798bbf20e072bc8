import Type, { type Static } from 'typebox';
import type { AboutPage } from './about.ts';
import type { Note } from './mnote.ts';

/** GET /api/site/state (administrators): how far the public pages are with what was saved. */
export const SiteState = Type.Object({
  state: Type.Union([Type.Literal('fresh'), Type.Literal('building'), Type.Literal('failed')], {
    description: 'failed: the pages of the last whole build stay out',
  }),
  since: Type.String({ description: 'ISO 8601, UTC: when this state began' }),
  builtAt: Type.String({ description: 'ISO 8601, UTC: when the pages that are out were built' }),
  error: Type.String({ description: 'What the failed build said last; empty otherwise' }),
});
export type SiteState = Static<typeof SiteState>;

/** A company page as it is out. */
export interface PublishedPage extends AboutPage {
  /** When its text was saved, ISO 8601, UTC; not told by every service elsewhere. */
  readonly updatedAt?: string;
}

/** What the public pages are built from: company pages with a text and published slides, newest first. */
export interface SiteContent {
  readonly about: readonly PublishedPage[];
  readonly slides: readonly Note[];
}

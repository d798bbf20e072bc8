// What the API answers about company pages (contacts, delivery …) that administrators write, and their saved states.
import Type, { type Static } from 'typebox';
import { VersionRow } from '../answers.ts';

/** A company page: its text is note markup, stored and returned as typed. */
export const AboutPage = Type.Object({ alias: Type.String(), mdInfo: Type.String() });
export type AboutPage = Static<typeof AboutPage>;

/** GET /about/{alias}/history: every saved state, newest first. */
export const AboutHistory = Type.Array(VersionRow);
export type AboutHistory = Static<typeof AboutHistory>;

/** GET /about/{alias}/history/{version}; POST on the same path makes it the newest state again. */
export const AboutVersion = Type.Intersect([VersionRow, AboutPage]);
export type AboutVersion = Static<typeof AboutVersion>;

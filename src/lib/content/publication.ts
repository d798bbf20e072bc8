import { askSiteState } from './publication-calls.ts';
import { createPublication } from './publication-store.ts';

/** The way of the last saved change to the public pages, as this tab follows it. */
export const publication = createPublication(askSiteState);

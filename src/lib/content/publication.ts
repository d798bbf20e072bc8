import { askSiteState } from '../api/site.ts';
import { createPublication } from '../stores/publication.ts';

/** The way of the last saved change to the public pages, as this tab follows it. */
export const publication = createPublication(askSiteState);

// Where the public company pages and slides are read from the API: for the build, the browser and the server.
import { INFORMATOR, MNOTE } from '../../contract/api.ts';
import { NOTE_PAGE_MAX } from '../../contract/limits.ts';

/** The address, below that of the info service, of a company page as anyone reads it. */
export const publicPageAddress = (alias: string): string => `${INFORMATOR}/about/${alias}`;

/** The address, below that of the notes service, of the slides that the public pages show, the newest first. */
export const PUBLIC_SLIDES_ADDRESS = `${MNOTE}/search/note/?isPublic=1&limit=${NOTE_PAGE_MAX}`;

export const publicText = (mdInfo: string): string | null => (mdInfo.trim() === '' ? null : mdInfo);

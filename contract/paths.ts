/** Prefixes of the services. */
export const MAUTH = '/api/mauth';
export const BRIDGE = '/api/bridge';
export const INFORMATOR = '/api/informator';
export const MNOTE = '/api/mnote';
/** Prefix of the calls about the built site itself: whether the last saved change is out. */
export const SITE = '/api/site';
/** Prefix of the call that tells how a process is. */
export const STATE = '/api/state';

/** The sitemap of makers and brands, which the server of the pages makes and the catalogue service names. */
export const NAMES_SITEMAP = '/sitemap-names.xml';

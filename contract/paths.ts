/** Prefixes of the services. */
export const MAUTH = '/api/mauth';
export const BRIDGE = '/api/bridge';
export const INFORMATOR = '/api/informator';
export const MNOTE = '/api/mnote';
/** Prefix of the calls about the built site itself: whether the last saved change is out. */
export const SITE = '/api/site';

/** Prefixes of the four services. */
export const MAUTH = '/api/mauth';
export const BRIDGE = '/api/bridge';
export const INFORMATOR = '/api/informator';
export const MNOTE = '/api/mnote';

/** Prefixes of the services. */
export const MAUTH = '/api/mauth';
export const BRIDGE = '/api/bridge';
export const INFORMATOR = '/api/informator';

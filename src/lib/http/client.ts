import ky, { type KyInstance } from 'ky';
import { BRIDGE, INFORMATOR, MAUTH, MNOTE } from '../../../contract/paths.ts';
import { site } from '../site/site.ts';

/** An answer that takes longer is treated as a lost connection; price lists set their own. */
const TIMEOUT_MS = 15_000;

/**
 * A client of one service for what anyone may call: no session code, no silent repeats
 * (a person sees the failure and a button to repeat).
 */
export const openClient = (prefix: string): KyInstance =>
  ky.create({ prefix, retry: 0, timeout: TIMEOUT_MS });

/** Calls of the auth service that need no access token. */
export const openMauth = openClient(site.services.mauth + MAUTH);

/** Calls of the catalogue that anyone may make. */
export const openBridge = openClient(site.services.bridge + BRIDGE);

/** Calls of the info service, signed by those who make them. */
export const openInformator = openClient(site.services.informator + INFORMATOR);

/** Calls of the notes service: published slides for anyone, the rest signed. */
export const openMnote = openClient(site.services.mnote + MNOTE);

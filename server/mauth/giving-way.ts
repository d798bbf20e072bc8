import { LIFETIMES } from './postbox.ts';
import type { User } from './schema.ts';

/** Accounts made then or before give way to others with their e-mail when nobody confirmed them. */
export const unconfirmedHorizon = (now: number): number => now - LIFETIMES.confirmation;

/** Whether somebody else may have the e-mail of this account. */
export const givesWay = ({ confirmed_at, disabled, expected, created_at }: User, now: number): boolean =>
  confirmed_at === null && disabled === 0 && expected === 0 && created_at <= unconfirmedHorizon(now);

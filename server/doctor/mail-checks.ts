import type { Check } from './check.ts';

const HOUR_MS = 3_600_000;

/** Mails that nobody sends: a server of the service does so as soon as there is one. */
export const waitingMails: Check = {
  name: 'mails',
  run: async ({ rows, now }) => {
    const late = await rows<{ id: number; state: string }>(
      `SELECT id, state FROM mails WHERE state IN ('waiting', 'sending') AND next_at < ${now - HOUR_MS}`,
    );
    return {
      faults: [],
      moving: late.map(({ id, state }) => `mail ${id} is ${state} for over an hour: does a server run?`),
    };
  },
};

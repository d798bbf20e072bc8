import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { disconnect } from './ask.ts';
import { assertSchemaName, connect } from './client.ts';

/** How soon a lost connection is opened again, ms. */
const AGAIN_MS = 1_000;

/** Stops listening. */
export type StopListening = () => Promise<void>;

/**
 * Calls `heard` for every notification on a channel of the schema, and whenever it is heard again after some may have been
 * missed. A connection that is lost is opened again, for as long as it takes. Never throws.
 */
export function listen(url: string, schema: string, channel: string, heard: () => void): StopListening {
  assertSchemaName(channel);
  const stop = new AbortController();
  const { signal } = stop;
  let client: pg.Client | null = null;

  async function listenOnce(): Promise<void> {
    const opened = await connect(url, schema);
    client = opened;
    try {
      const ended = new Promise((resolve) => opened.once('end', resolve));
      opened.on('notification', heard);
      await opened.query(`LISTEN ${channel}`);
      heard();
      if (!signal.aborted) await ended;
    } finally {
      client = null;
      await disconnect(opened);
    }
  }

  async function listenOn(): Promise<void> {
    while (!signal.aborted) {
      // Whoever listens looks for himself meanwhile, and tells of the trouble.
      await listenOnce().catch(() => {});
      await pause(AGAIN_MS, undefined, { ref: false, signal }).catch(() => {});
    }
  }

  void listenOn();
  return async () => {
    stop.abort();
    if (client) await disconnect(client);
  };
}

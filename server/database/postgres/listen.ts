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
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  let client: pg.Client | null = null;

  const again = () => {
    client = null;
    if (!isOver) timer = setTimeout(() => void open(), AGAIN_MS).unref();
  };
  const open = async () => {
    try {
      const opened = await connect(url, schema);
      client = opened;
      opened.once('end', again);
      opened.on('notification', heard);
      await opened.query(`LISTEN ${channel}`);
      heard();
    } catch {
      if (client) void disconnect(client);
      else again();
    }
    if (isOver && client) await disconnect(client);
  };
  void open();
  return async () => {
    isOver = true;
    clearTimeout(timer);
    if (client) await disconnect(client);
  };
}

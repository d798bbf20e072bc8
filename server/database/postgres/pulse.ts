import { ask, disconnect } from './ask.ts';
import { connect } from './client.ts';

/** How long the question may take that only asks whether anybody is there, ms. */
const ALIVE_MS = 2_000;

/** Tells whether a server answers at all, by a connection of its own; questions that come meanwhile get the same answer. */
export function createPulse(url: string, schema: string): () => Promise<boolean> {
  let running: Promise<boolean> | null = null;

  async function look(): Promise<boolean> {
    try {
      const client = await connect(url, schema, undefined, false, ALIVE_MS);
      try {
        await ask(client, ALIVE_MS, 'SELECT 1');
        return true;
      } finally {
        await disconnect(client);
      }
    } catch (error) {
      // A refusal is an answer, e.g. of a server with too many connections.
      return /^[0-9A-Z]{5}$/.test(String((error as { code?: unknown }).code));
    }
  }

  return () => {
    running ??= look().finally(() => {
      running = null;
    });
    return running;
  };
}

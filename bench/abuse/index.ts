import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { type BenchServer, startServer } from '../server.ts';
import type { Figure } from '../table.ts';
import type { Attack } from './attack.ts';
import { flood } from './flood.ts';
import { jsonKeys } from './json-keys.ts';
import { pictures } from './pictures.ts';
import { signins } from './signins.ts';
import { slowBodies } from './slow-bodies.ts';

/** In the order in which they are run. */
export const ATTACKS: readonly Attack[] = [slowBodies, flood, jsonKeys, pictures, signins];

interface AbuseOptions {
  /** Folder for the data of the servers. */
  readonly work: string;
  readonly postgres: string | null;
  readonly small: boolean;
  /** Which attacks; empty: all. */
  readonly names: readonly string[];
  readonly say: (line: string) => void;
}

/** Attacks the product, each time a new server. One attack that cannot be carried out does not keep the others from it. */
export async function measureAbuse(options: AbuseOptions): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const attack of ATTACKS) {
    if (options.names.length > 0 && !options.names.includes(attack.name)) continue;
    options.say(`Attacking: ${attack.name}…`);
    figures.push(...(await carryOut(attack, options)));
  }
  return figures;
}

async function carryOut({ name, measure }: Attack, options: AbuseOptions): Promise<Figure[]> {
  const started: BenchServer[] = [];
  const { work, postgres, small } = options;
  try {
    return await measure({
      small,
      start: async (settings = {}) => {
        const server = await startServer(await mkdtemp(join(work, 'abuse-')), postgres, { settings });
        started.push(server);
        return server;
      },
    });
  } catch (error) {
    process.exitCode = 1;
    return [{ name, figure: `not carried out: ${(error as Error).message}` }];
  } finally {
    for (const server of started) await server.stop();
  }
}

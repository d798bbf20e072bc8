import type { Database } from '../../../database/types.ts';
import { createSeal, type Secrets } from '../../../secrets/rotating.ts';
import type { BridgeSchema } from '../../schema.ts';
import { sealPurpose } from './secrets.ts';
import { keepSecret, listSources } from './source-store.ts';

/**
 * At the start of the server: passwords of sources that are sealed under the former secret of the installation are sealed
 * under the current one, and with the embedded database, which one server has for itself, no look at a source is under way and nobody is at a decision.
 */
export async function beginArrivals(database: Database<BridgeSchema>, secrets: Secrets): Promise<void> {
  if (secrets.length > 1) await resealSecrets(database, secrets);
  if (database.dialect !== 'sqlite') return;
  await database.write(async (transaction) => {
    for (const table of ['import_sources', 'import_arrivals'] as const)
      await transaction.updateTable(table).set({ claimed_until: 0 }).where('claimed_until', '>', 0).execute();
  });
}

async function resealSecrets(database: Database<BridgeSchema>, secrets: Secrets): Promise<void> {
  for (const { id, secret } of await listSources(database.read)) {
    if (secret === null) continue;
    const seal = createSeal(secrets, sealPurpose(id));
    try {
      await keepSecret(database, id, seal.seal(seal.open(secret)));
    } catch (error) {
      // Sealed under a secret that nobody has any more: the look at the source tells it.
      if (!/not sealed/.test((error as Error).message)) throw error;
    }
  }
}

import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/types.ts';
import type { Secrets } from '../secrets/rotating.ts';
import { createKeySeal, type KeySeal } from './key-seal.ts';
import type { MauthSchema } from './schema.ts';

/**
 * Encrypts the keys of second factors under the current secret, so that a former one can be forgotten after one start with
 * both: keys, unlike tokens and mails, live for years.
 */
export async function resealKeys(
  database: Database<MauthSchema>,
  secrets: Secrets,
  log: FastifyBaseLogger,
): Promise<void> {
  if (secrets.length === 1) return;
  const seal = createKeySeal(secrets);
  await database.write(async (transaction) => {
    const rows = await transaction.selectFrom('second_factors').select(['uid', 'secret']).execute();
    for (const { uid, secret } of rows) {
      if (secret === null) continue;
      const renewed = resealed(seal, uid, secret);
      if (renewed === null) log.warn({ uid }, 'the key of a second factor is of a secret that is not known');
      else
        await transaction
          .updateTable('second_factors')
          .set({ secret: renewed })
          .where('uid', '=', uid)
          .execute();
    }
  });
}

function resealed(seal: KeySeal, uid: string, sealed: string): string | null {
  try {
    return seal.seal(uid, seal.open(uid, sealed));
  } catch {
    return null;
  }
}

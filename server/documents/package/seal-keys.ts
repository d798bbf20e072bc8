// The keys that seal packages: kept in the database under the secret of the installation, so that every server of it
// seals alike. Former certificates stay known, their private keys do not.

import { DAY_MS } from '../../../contract/limits.ts';
import type { Database } from '../../platform/database/types.ts';
import { createSeal, type Secrets } from '../../platform/secrets.ts';
import type { PortalSchema, PortalSource } from '../../portal-database/schema.ts';
import { endOf, fingerprintOf, isPair, makeSealKey, type SealKey } from './certificates.ts';

/** A certificate that this installation seals with, or has sealed with. Times are milliseconds since the epoch. */
interface KnownSeal {
  /** SHA-256 of the certificate, as readers of PDF show it. */
  readonly fingerprint: string;
  readonly since: number;
  readonly until: number;
}

export interface SealKeys {
  /** What seals now; made at the first call, and anew in the last year of a certificate or without its secret. */
  current(): Promise<SealKey>;
  /** Makes another one, which seals from now on; the private key of the former one is erased. */
  rotate(): Promise<void>;
  /** The latest first: the first one seals. */
  list(): Promise<KnownSeal[]>;
  /** Encrypts the present key under the current secret, where a previous one still has it. */
  renew(): Promise<void>;
}

interface SealSettings {
  readonly database: Database<PortalSchema>;
  readonly secrets: Secrets;
  readonly clock: () => number;
  /** Where the shop is reached: it names the certificate. */
  readonly site: () => string;
}

const PURPOSE = 'seal of documents';
const LAST_YEAR_MS = 365 * DAY_MS;

export function openSealKeys({ database, secrets, clock, site }: SealSettings): SealKeys {
  const seal = createSeal(secrets, PURPOSE);
  const newest = (read: PortalSource = database.read) =>
    read.selectFrom('document_seals').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst();
  type Row = NonNullable<Awaited<ReturnType<typeof newest>>>;

  /** Adds one after the row `latest`, unless another server has added one meanwhile. */
  async function add(latest: Row | undefined): Promise<void> {
    const at = clock();
    const made = await makeSealKey(`Документы ${new URL(site()).host}`, at);
    await database.write(async (transaction) => {
      const present = await newest(transaction);
      if (present?.id !== latest?.id) return;
      await transaction.updateTable('document_seals').set({ private_key: '' }).execute();
      await transaction
        .insertInto('document_seals')
        .values({
          certificate: Buffer.from(made.certificate).toString('base64'),
          private_key: seal.seal(Buffer.from(made.privateKey).toString('base64')),
          made_at: at,
        })
        .execute();
    });
  }

  async function current(): Promise<SealKey> {
    const row = await newest();
    const key = row && keyOf(row, seal.open);
    if (key && endOf(key.certificate) - clock() > LAST_YEAR_MS) return key;
    await add(row);
    const added = await newest();
    const fresh = added && keyOf(added, seal.open);
    if (!fresh) throw new Error('the key that seals documents was changed by a server with another secret');
    return fresh;
  }

  return {
    current,
    rotate: async () => add(await newest()),
    list: async () => {
      const rows = await database.read.selectFrom('document_seals').selectAll().orderBy('id', 'desc').execute();
      return rows.map(({ certificate, made_at }) => {
        const bytes = Buffer.from(certificate, 'base64');
        return { fingerprint: fingerprintOf(bytes), since: made_at, until: endOf(bytes) };
      });
    },
    renew: async () => {
      const row = await newest();
      const [present] = secrets;
      if (!row || keyOf(row, createSeal([present], PURPOSE).open)) return;
      const key = keyOf(row, seal.open);
      if (!key) return;
      const sealed = seal.seal(Buffer.from(key.privateKey).toString('base64'));
      await database.write((transaction) =>
        transaction
          .updateTable('document_seals')
          .set({ private_key: sealed })
          .where('id', '=', row.id)
          .where('private_key', '=', row.private_key)
          .execute(),
      );
    },
  };
}

/** Null where the secret that encrypted it is gone, or the row is not whole. */
function keyOf(row: { readonly certificate: string; readonly private_key: string }, open: (text: string) => string) {
  try {
    const privateKey = Buffer.from(open(row.private_key), 'base64');
    const key: SealKey = { certificate: Buffer.from(row.certificate, 'base64'), privateKey };
    return isPair(key) ? key : null;
  } catch {
    return null;
  }
}

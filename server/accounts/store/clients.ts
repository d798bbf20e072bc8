// The devices and addresses from which an account was used: which are known, and whether a sign-in comes from a new
// one.
import type { FastifyRequest } from 'fastify';
import { formatDevice } from '../../../contract/accounts/device.ts';
import type { Doer } from '../../../contract/journal/events.ts';
import { KNOWN_CLIENTS_MAX } from '../../../contract/limits.ts';
import { clientKey } from '../../platform/http/request.ts';
import type { Source } from './schema.ts';

/** Who asks, for rate limits, the audit trail and the list of sessions. */
export interface Client {
  readonly address: string;
  readonly agent: string;
}

/** The client of a call that came from no network. */
export const UNKNOWN_CLIENT: Client = { address: '', agent: '' };

export const clientOf = (request: FastifyRequest): Client => ({
  address: clientKey(request.ip),
  agent: request.headers['user-agent'] ?? '',
});

/** The owner of an account, who does something with it from this client. */
export const ownerAsDoer = ({ uid, email }: { uid: string; email: string }, client: Client): Doer => ({
  actor: { uid, email },
  ...client,
});

/** A device and an address that the account was used from; the address is a client of the rate limits (clientKey). */
interface KnownClient {
  readonly device: string;
  readonly address: string;
}

/** Longest name of a device that is no browser we know. */
const DEVICE_MAX = 40;

/** What stays the same of a device when its programs are updated: browser and system, or the name of the program. */
const deviceOf = (agent: string): string => formatDevice(agent) || (agent.split('/')[0] ?? '').slice(0, DEVICE_MAX);

/** The part of an address that a person keeps while the provider gives out new ones: /16 of IPv4, /32 of IPv6. */
const networkOf = (address: string): string => {
  const isIPv4 = /^\d+(?:\.\d+){3}$/.test(address);
  return address
    .split(isIPv4 ? '.' : ':')
    .slice(0, 2)
    .join(isIPv4 ? '.' : ':');
};

/** Whether the owner should hear of a sign-in: the account was used before, and never with this device in this network. */
export const isNewDevice = (known: readonly KnownClient[], { agent, address }: Client): boolean =>
  known.length > 0 &&
  !known.some((one) => one.device === deviceOf(agent) && networkOf(one.address) === networkOf(address));

/** Whether the account was used from this address; the device is no proof, as any client can copy it. */
export const isKnownAddress = (known: readonly KnownClient[], { address }: Client): boolean =>
  known.some((one) => one.address === address);

export const knownClientsOf = (source: Source, uid: string): Promise<KnownClient[]> =>
  source.selectFrom('known_clients').select(['device', 'address']).where('uid', '=', uid).execute();

/** Notes where an account is signed in from, unless that is no network; only the KNOWN_CLIENTS_MAX used last stay. */
export async function rememberClient(source: Source, uid: string, client: Client, now: number): Promise<void> {
  const { agent, address } = client;
  if (address === '') return;
  await source
    .insertInto('known_clients')
    .values({ uid, device: deviceOf(agent), address, last_at: now })
    .onConflict((conflict) => conflict.columns(['uid', 'device', 'address']).doUpdateSet({ last_at: now }))
    .execute();
  const last = await source
    .selectFrom('known_clients')
    .select('last_at')
    .where('uid', '=', uid)
    .orderBy('last_at', 'desc')
    .offset(KNOWN_CLIENTS_MAX - 1)
    .limit(1)
    .executeTakeFirst();
  if (last)
    await source.deleteFrom('known_clients').where('uid', '=', uid).where('last_at', '<', last.last_at).execute();
}

import { isIP, isIPv6 } from 'node:net';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { useRefused } from '../signals.ts';
import { tooMany } from './request.ts';

/** How often things may be done: so many times within so many seconds. */
export const RATE_LIMITS = {
  /** Failed sign-ins to one account from one client. */
  signinFailures: { times: 5, seconds: 60 },
  /** Wrong answers to «confirm password» for one account, from wherever: a stolen token has many addresses. */
  confirmFailures: { times: 30, seconds: 3_600 },
  /** Sign-ins from one client, whatever came of them. */
  signinClient: { times: 30, seconds: 60 },
  /** Sign-ups from one client. */
  signupClient: { times: 30, seconds: 60 },
  /** Recovery mails asked for by one client. */
  forgotClient: { times: 20, seconds: 60 },
  /** Invitations that one client opens or follows. */
  inviteClient: { times: 20, seconds: 60 },
  /** Changes of e-mail asked for by one client. */
  emailClient: { times: 20, seconds: 60 },
  /** Mails of one kind to one account, whoever asked for them. */
  mailsToAccount: { times: 20, seconds: 3_600 },
  /** Mails about accounts to one address, of whatever kind and account: whoever reads it may have asked for none. */
  mailsToAddress: { times: 30, seconds: 3_600 },
  /** Refreshes of one session. */
  refreshSession: { times: 120, seconds: 60 },
  /** Requests for offers from one client, whatever came of them. */
  requestClient: { times: 20, seconds: 60 },
  /** Files of wanted articles from one client, whatever is in them. */
  listFile: { times: 10, seconds: 60 },
  /** Those of one site whose reading was ended for what it took, and those under way that may come to it. */
  listFileCostly: { times: 4, seconds: 60 },
  /** Mails about requests to one address of a buyer. */
  mailsToBuyer: { times: 10, seconds: 3_600 },
  /** Photos that one user sends for a profile. */
  profilePhoto: { times: 20, seconds: 60 },
} as const;
type RateLimitName = keyof typeof RATE_LIMITS;

export interface Limits {
  /** Counts one use by `key`; throws 429 with Retry-After when it is one too many. */
  take(name: RateLimitName, key: string): Promise<void>;
  /** Takes one counted use back. */
  giveBack(name: RateLimitName, key: string): Promise<void>;
}

/** Counts in the store, by default by this process alone; `factor` multiplies every allowance. */
export function createLimits(factor = 1, store: LimitStore = memoryStore): Limits {
  const counters = new Map(
    Object.entries(RATE_LIMITS).map(([name, { times, seconds }]) => [
      name as RateLimitName,
      store.counterOf({ name, points: times * factor, duration: seconds }),
    ]),
  );
  const counter = (name: RateLimitName) => {
    const found = counters.get(name);
    if (!found) throw new Error(`no limit is called ${name}`);
    return found;
  };
  return {
    take: async (name, key) => {
      try {
        await counter(name).consume(key);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        useRefused.report({ limit: name });
        throw tooMany(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)));
      }
    },
    giveBack: async (name, key) => {
      await counter(name).reward(key);
    },
  };
}

/** One client for all that a proxy names without an address. */
const UNKNOWN_ADDRESS = 'unknown';

/**
 * The whole network of a client by its key: providers hand a site of IPv6 up to a /48, which is 65,536 clients. That of an IPv4
 * address is the address.
 */
export const siteOf = (client: string): string =>
  client.endsWith('::/64') ? `${client.split(':').slice(0, 3).join(':')}::/48` : client;

/** What counts as one client: an IPv4 address, or the /64 network that one IPv6 client has for itself. */
export function clientKey(named: string): string {
  // Some proxies name the port as well.
  const address = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(named)?.[1] ?? /^\[(.*)\](?::\d+)?$/.exec(named)?.[1] ?? named;
  if (isIP(address) === 0) return UNKNOWN_ADDRESS;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const front = head.split(':').filter(Boolean);
  const back = tail?.split(':').filter(Boolean) ?? [];
  const zeros = tail === undefined ? 0 : 8 - front.length - back.length;
  const groups = [...front, ...Array<string>(Math.max(0, zeros)).fill('0'), ...back];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** One limit: so many uses of a key in so many seconds. */
export interface Limit {
  readonly name: string;
  readonly points: number;
  readonly duration: number;
}

/** Counts the uses of one limit; `consume` rejects with a RateLimiterRes when it is one too many. */
export type Counter = Pick<RateLimiterAbstract, 'consume' | 'reward'>;

/** Where uses are counted. */
export interface LimitStore {
  counterOf(limit: Limit): Counter;
  close(): Promise<void>;
}

/** Of this process alone; what stands in, too, where a common store does not answer. Its windows end by timers, not by a clock. */
export const memoryCounter = ({ name, points, duration }: Limit): Counter =>
  new RateLimiterMemory({ keyPrefix: name, points, duration });

export const memoryStore: LimitStore = { counterOf: memoryCounter, close: async () => {} };

import { busy } from '../../../http/errors.ts';
import type { PeopleContext } from '../context.ts';
import type { UserRow } from '../schema.ts';
import { searchProfiles, type UserSearch } from './store.ts';

/** How many users are looked at at once when those found first were disabled. */
const MORE = 100;

type Context = Pick<PeopleContext, 'accounts' | 'log'>;

/** Those of these people whose accounts are disabled; throws 503 when the auth service cannot be asked. */
export async function disabledOf(
  { accounts, log }: Context,
  uids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (uids.length === 0) return new Set();
  return accounts.disabledAmong(uids).catch((error: unknown) => {
    log.error({ err: error }, 'the auth service could not be asked about accounts');
    throw busy();
  });
}

/** As `search`, without those whose accounts are disabled: they can neither sign nor stand in for anybody. */
export async function searchEnabled(
  context: Context & Pick<PeopleContext, 'database'>,
  wanted: UserSearch,
): Promise<UserRow[]> {
  const found: UserRow[] = [];
  let { limit, after } = wanted;
  for (;;) {
    const page = await searchProfiles(context.database.read, { ...wanted, limit, after });
    const uids = page.map(({ uid }) => uid);
    const disabled = await disabledOf(context, uids);
    found.push(...page.filter(({ uid }) => !disabled.has(uid)));
    const last = page.at(-1);
    if (!last || page.length < limit || found.length >= wanted.limit) return found.slice(0, wanted.limit);
    after = last.id;
    limit = MORE;
  }
}

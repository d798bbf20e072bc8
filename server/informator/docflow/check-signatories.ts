import type { Kysely } from 'kysely';
import type { InformatorContext } from '../context.ts';
import type { Pair } from '../permissions/permissions.ts';
import type { InformatorSchema } from '../schema.ts';
import { disabledOf } from '../users/disabled.ts';
import { rolesHolding } from '../users/store.ts';
import { invalidUid } from './edit/form.ts';
import { ACTION_OF, type Signatory, type SignatoryKind } from './signatory-rules.ts';

export type Listed = Pick<Signatory, 'kind' | 'uid'>;

/** Throws 400 `invalid acceptor uid` or `invalid recipient uid` when somebody new may not be listed in documents of a pair. */
export async function checkMayBeListed(
  read: Kysely<InformatorSchema>,
  pair: Pair,
  listed: readonly Listed[],
  before: readonly Listed[],
): Promise<void> {
  for (const kind of ['acceptor', 'recipient'] as const) {
    const uids = addedTo(kind, listed, before);
    if (uids.length === 0) continue;
    const { count } = await read
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('uid', 'in', uids)
      .where('role_id', 'in', rolesHolding(read, { pair, oneOf: [ACTION_OF[kind]] }))
      .executeTakeFirstOrThrow();
    if (Number(count) !== uids.length) throw invalidUid(kind);
  }
}

/** Throws the same when the account of somebody new is disabled: he could never answer; 503 when that cannot be asked. */
export async function checkEnabled(
  context: Pick<InformatorContext, 'accounts' | 'log'>,
  listed: readonly Listed[],
  before: readonly Listed[],
): Promise<void> {
  for (const kind of ['acceptor', 'recipient'] as const) {
    const disabled = await disabledOf(context, addedTo(kind, listed, before));
    if (disabled.size > 0) throw invalidUid(kind);
  }
}

function addedTo(kind: SignatoryKind, listed: readonly Listed[], before: readonly Listed[]): string[] {
  const kept = new Set(before.filter((entry) => entry.kind === kind).map(({ uid }) => uid));
  return listed.filter((entry) => entry.kind === kind && !kept.has(entry.uid)).map(({ uid }) => uid);
}

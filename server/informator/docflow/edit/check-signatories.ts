import type { Kysely } from 'kysely';
import { ACTION_OF, type SignatoryKind } from '../../../../contract/decisions.ts';
import { SIGNATORIES_MAX } from '../../../../contract/limits.ts';
import { badRequest, tooLarge } from '../../../http/errors.ts';
import { rolesHolding } from '../../access-conditions.ts';
import type { Pair } from '../../pair.ts';
import type { InformatorSchema } from '../../schema.ts';
import type { DocflowContext } from '../context.ts';
import type { Signatory } from '../document/signatory-rules.ts';

/** 400: nobody who could be listed has this uid. */
const invalidUid = (kind: SignatoryKind) => badRequest(`invalid ${kind} uid`);

/** Somebody listed; whom a route asks, with the step. */
export type Listed = Pick<Signatory, 'kind' | 'uid'> & Partial<Pick<Signatory, 'step'>>;

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

/** Throws 413 when a list has grown beyond SIGNATORIES_MAX; what a route has put there may stay. */
export function checkCount(listed: readonly Listed[], before: readonly Listed[]): void {
  for (const kind of ['acceptor', 'recipient'] as const) {
    const countOf = (people: readonly Listed[]) => people.filter((entry) => entry.kind === kind).length;
    if (countOf(listed) > Math.max(SIGNATORIES_MAX, countOf(before))) throw tooLarge();
  }
}

/** Throws 400 likewise when the account of a new signatory is disabled; 503 when the auth service does not answer. */
export async function checkEnabled(
  { people }: Pick<DocflowContext, 'people'>,
  listed: readonly Listed[],
  before: readonly Listed[],
): Promise<void> {
  for (const kind of ['acceptor', 'recipient'] as const) {
    const disabled = await people.disabledAmong(addedTo(kind, listed, before));
    if (disabled.size > 0) throw invalidUid(kind);
  }
}

function addedTo(kind: SignatoryKind, listed: readonly Listed[], before: readonly Listed[]): string[] {
  const kept = new Set(before.filter((entry) => entry.kind === kind).map(({ uid }) => uid));
  const added = listed.filter((entry) => entry.kind === kind && !kept.has(entry.uid));
  return [...new Set(added.map(({ uid }) => uid))];
}

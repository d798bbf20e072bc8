import { isPending } from '../../../../rules/signatories.ts';
import { badRequest } from '../../../http/errors.ts';
import type { Signatory } from '../document/signatory-rules.ts';
import type { Listed } from './check-signatories.ts';

/**
 * The acceptors of a document on a route after a form: those it has, but that others may stand in the steps of people who are
 * `gone` and have not decided, one for one in the order of both. A form that names no acceptors changes none. Throws 400 where
 * it names others otherwise.
 */
export function acceptorsOfRoute(
  entries: readonly Signatory[],
  sent: readonly Listed[],
  gone: ReadonlySet<string>,
): readonly Listed[] {
  const acceptors = entries.filter(({ kind }) => kind === 'acceptor');
  const named = new Set(sent.flatMap(({ kind, uid }) => (kind === 'acceptor' ? [uid] : [])));
  if (named.size === 0) return acceptors;
  const leaving = acceptors.filter(({ uid }) => !named.has(uid));
  const coming = [...named].filter((uid) => !acceptors.some((one) => one.uid === uid));
  const isReplaced = leaving.every((one) => gone.has(one.uid) && isPending(one));
  if (!isReplaced || coming.length !== leaving.length) throw badRequest('acceptors are set by the route');
  return acceptors.map((one) => {
    const uid = coming[leaving.indexOf(one)];
    return uid === undefined ? one : { kind: one.kind, uid, step: one.step };
  });
}

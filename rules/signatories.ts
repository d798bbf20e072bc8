/** When a signatory decided about the present version, as a moment of any notation; null: not yet. */
interface Decided {
  readonly acceptedAt: unknown;
  readonly declinedAt: unknown;
}

/** Whether a signatory has neither accepted nor declined the present version. */
export const isPending = ({ acceptedAt, declinedAt }: Decided): boolean =>
  acceptedAt === null && declinedAt === null;

/** Whether a change starts a new version: it changes what decisions stand for, and somebody has decided. */
export const startsVersion = (changesContent: boolean, signatories: readonly Decided[]): boolean =>
  changesContent && !signatories.every(isPending);

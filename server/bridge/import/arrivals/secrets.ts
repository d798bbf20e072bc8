import { createSeal, type Seal, type Secrets } from '../../../secrets/rotating.ts';
import { type Source, SourceProblem } from './source.ts';

/** What the key of a source's seal is made for. */
export const sealPurpose = (sourceId: number): string => `price list source ${sourceId}`;

/**
 * The seal of a source's secret: AES-256-GCM under a key that HKDF-SHA-256 makes from the secret of the installation, for
 * this source alone.
 */
export const sealsOf =
  (secrets: Secrets) =>
  (sourceId: number): Seal =>
    createSeal(secrets, sealPurpose(sourceId));

/** The password of a source, empty without one. Throws SourceProblem when the installation's secret was changed. */
export function passwordOf(
  { id, secret }: Pick<Source, 'id' | 'secret'>,
  sealOf: (id: number) => Seal,
): string {
  if (secret === null) return '';
  try {
    return sealOf(id).open(secret);
  } catch {
    throw new SourceProblem(
      'Пароль источника не\u00a0читается: секрет сервера сменился, введите пароль заново',
    );
  }
}

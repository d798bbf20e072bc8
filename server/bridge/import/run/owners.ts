import type { ImportError } from '../../../../contract/errors.ts';
import { brandsOf } from '../rules/brands.ts';
import type { ImportSettings } from '../settings.ts';

/** Thrown for a file that is not our own price list while brand or provider are missing; the message is the API's. */
class MissingOwner extends Error {
  declare readonly message: ImportError;
  readonly code = 'MISSING_OWNER';

  constructor(message: ImportError) {
    super(message);
  }
}

/** Brand and provider may have been deleted while the upload waited for its turn; `isThere` looks, and may keep them. */
export async function requireOwners(
  settings: ImportSettings,
  isThere: (table: 'brands' | 'providers', id: number) => Promise<boolean>,
): Promise<void> {
  const { brandId, providerId } = settings;
  if (brandId === null || !(await isThere('brands', brandId))) throw new MissingOwner('brand not found');
  if (providerId === null || !(await isThere('providers', providerId)))
    throw new MissingOwner('provider not found');
  for (const id of brandsOf(settings).slice(1))
    if (!(await isThere('brands', id))) throw new MissingOwner('brand of a manufacturer not found');
}

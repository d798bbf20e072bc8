import { useCallback, useEffect, useState } from 'react';
import { type Failure, failureOf } from '../../lib/http/failure.ts';
import { loadOwners, type Owners } from '../../lib/price-lists/owners.ts';
import { referenceCalls } from '../../lib/price-lists/price-list-calls.ts';

/** Brands and providers as far as they are known. */
export interface KnownOwners {
  readonly owners: Owners;
  /** Why they are not known; null while they are, or are on their way. */
  readonly failure: Failure | null;
  /** Asks for them anew; those that are known stay in sight meanwhile. */
  readonly load: () => void;
}

/** Loads brands and providers. A list is shown without them; a form says what it misses. */
export function useOwners(): KnownOwners {
  const [known, setKnown] = useState<Omit<KnownOwners, 'load'>>({
    owners: { brands: [], providers: [] },
    failure: null,
  });
  const load = useCallback(() => {
    loadOwners(referenceCalls).then(
      (owners) => setKnown({ owners, failure: null }),
      (error: unknown) => setKnown(({ owners }) => ({ owners, failure: failureOf(error) })),
    );
  }, []);
  useEffect(load, [load]);
  return { ...known, load };
}

import type { SourceKind } from '../../../contract/catalogue/source-kinds.ts';
import { addressKind } from './address.ts';
import type { GivenSettings, KindOfSource, Reception, SourceContext } from './checker.ts';
import { folderKind } from './folder.ts';
import { mailKind } from './mail.ts';
import type { Source, SourcePlace } from './source.ts';

const KINDS = { folder: folderKind, address: addressKind, mail: mailKind } as const satisfies {
  [Kind in SourceKind]: KindOfSource<Kind>;
};

/** A kind, when it is known only at run time which. */
const kindOf = (kind: SourceKind) => KINDS[kind] as KindOfSource<SourceKind>;

/** What the settings of a source say, checked; null when its kind cannot be looked at so. */
export function readPlace(kind: SourceKind, given: GivenSettings): SourcePlace | null {
  const settings = kindOf(kind).read(given);
  return settings && ({ kind, settings } as SourcePlace);
}

/** Looks whether a source has something new. Throws SourceProblem, in words, when it cannot be looked at. */
export const checkPlace = (context: SourceContext, source: Source, reception: Reception): Promise<void> =>
  kindOf(source.kind).check(context, source, reception);

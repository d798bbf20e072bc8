import { kindOf } from '../../contract/kinds.ts';
import { thumbnailSources } from '../format/picture-sources.ts';

/** The small picture of a part in a list. */
export interface ThumbnailView {
  /** The drawing where there is no photo, by what the title names. */
  readonly kind: string;
  /** `src` and `srcset` of the photo; '' without one. */
  readonly photo: string;
  readonly photoSet: string;
}

/** The small picture of a part by its title and the name of its photo, which lies below `photoFolder`. */
export function thumbnailView(
  title: string,
  photo: string | null | undefined,
  photoFolder: string,
): ThumbnailView {
  const sources = photo ? thumbnailSources(photoFolder, photo) : null;
  return { kind: kindOf(title), photo: sources?.src ?? '', photoSet: sources?.srcSet ?? '' };
}

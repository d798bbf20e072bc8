// Replaces the photo of a position: the new file is kept before the row names it, the former is removed afterwards.
import * as limits from '../../../contract/limits.ts';
import { replacePicture } from '../../platform/http/picture-upload.ts';
import type { ReceivedFile } from '../../platform/http/upload.ts';
import type { CatalogueContext } from '../context/context.ts';
import * as visiblePositions from './visible-positions.ts';

/** Makes a file the photo of a position: false where there is none; throws 400 on what is no readable picture. */
export const replacePhoto = (
  context: CatalogueContext,
  id: number,
  file: ReceivedFile,
  gone?: AbortSignal,
): Promise<boolean> =>
  replacePicture(
    context,
    file,
    { width: limits.PHOTO_WIDTH },
    (name) => visiblePositions.setPhoto(context.database, id, name, context.clock()),
    gone,
  );

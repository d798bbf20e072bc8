import { noteImageSources } from '../position/photo.ts';
import { slideCalls } from '../slides/slide-calls.ts';

/** The pictures of the newest slides that this site serves itself: others cannot be named in the markup. Throws what ky throws. */
export async function askKnownPictures(): Promise<{ address: string; name: string }[]> {
  const slides = await slideCalls.search('');
  return slides
    .flatMap(({ files }) => files)
    .map(({ fileName, originalName }) => ({ address: noteImageSources(fileName).src, name: originalName }))
    .filter(({ address }) => address.startsWith('/'));
}

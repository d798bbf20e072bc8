import { noteImageSources } from '../position/photo.ts';
import { slideCalls } from '../slides/slide-calls.ts';

/** A picture that the site has already. */
export interface KnownPicture {
  /** Path from the root of the site. */
  readonly address: string;
  readonly name: string;
}

/** Where an editor finds pictures for its text. All throw what ky throws. */
export interface PictureLibrary {
  list(): Promise<readonly KnownPicture[]>;
  /** Sends a picture that the site does not have yet. */
  send(file: File): Promise<KnownPicture>;
  /** Keeps a chosen picture for the text, should the slide that it came with be deleted. */
  keep(address: string): Promise<void>;
}

const known = ({ fileName, originalName }: { fileName: string; originalName: string }): KnownPicture => ({
  address: noteImageSources(fileName).src,
  name: originalName,
});

/** The pictures that pages and slides show. Only those that this site serves itself can be named in the markup. */
export const sitePictures: PictureLibrary = {
  list: async () => (await slideCalls.pictures()).map(known).filter(({ address }) => address.startsWith('/')),
  async send(file) {
    const [sent] = await slideCalls.sendPictures([file]);
    if (!sent) throw new Error('no picture in the answer');
    return known(sent);
  },
  keep: (address) => slideCalls.keepPicture(address.slice(address.lastIndexOf('/') + 1)),
};

// What a file chosen on a page is, by its first bytes: for the forms that take files and say why they do not take one.
import * as fileContents from '../../../rules/format/file-contents.ts';
import { typographed } from '../../../rules/format/typography.ts';
import type { Failure } from './http-client.ts';

type FileContents = fileContents.FileContents;

/** `unknown` also where the file cannot be read any more. */
export const contentsIfRead = (file: Blob): Promise<FileContents> =>
  contentsOfFile(file).catch(() => 'unknown' as const);

/** Throws where the file cannot be read any more. */
export const contentsOfFile = async (file: Blob): Promise<FileContents> =>
  fileContents.contentsOf(new Uint8Array(await file.slice(0, fileContents.CONTENTS_HEAD).arrayBuffer()));

export const describeChosen = async (file: File): Promise<fileContents.RefusedFile> => ({
  file: file.name,
  place: 0,
  contents: await contentsIfRead(file),
});

export const isPicture = ({ contents }: Pick<fileContents.RefusedFile, 'contents'>): boolean =>
  fileContents.PICTURES.has(contents);

const TAKEN_PICTURES: fileContents.TakenContents = {
  kinds: fileContents.PICTURES,
  words: 'Подойдут JPEG, PNG, WebP, GIF, TIFF, AVIF и HEIC.',
};

/** Why a file is not taken where pictures are. */
export const pictureNotTaken = typographed((name: string, contents: FileContents): string =>
  fileContents.whyNotTaken(name, contents, TAKEN_PICTURES),
);

/** The same by what an answer says of a picture; '' where it says nothing of one. */
export function pictureRefusal(facts: Failure['facts']): string {
  const refused = fileContents.refusedFileIn(facts);
  return refused ? pictureNotTaken(refused.file, refused.contents) : '';
}

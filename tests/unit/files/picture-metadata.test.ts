import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { toPicture } from '../../../server/platform/files/picture.ts';

/** Words that each kind of data about a picture holds here, and the coordinates as they are written into it. */
const AUTHOR = 'SECRET-AUTHOR';
const PLACE = 'SECRET-PLACE';
const CAMERA = 'SECRET-CAMERA';
const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="56,50.0N" exif:GPSAreaInformation="${PLACE}"/></rdf:RDF></x:xmpmeta>`;

const marked = () =>
  sharp({ create: { width: 120, height: 80, channels: 3, background: 'red' } })
    .withExif({
      IFD0: { Artist: AUTHOR, Model: CAMERA },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '56/1 50/1 0/1', GPSLongitude: '60/1 36/1 0/1' },
    })
    .withXmp(XMP)
    .withIccProfile('p3');

/** A JPEG with a segment behind its start, as cameras and editors put them there: IPTC, a comment, or anything. */
function withSegment(jpeg: Buffer, marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)]);
}

/** City and by-line of a photo as IPTC has them (IIM records 2:90 and 2:80) in the resources of a JPEG. */
function iptc(): Buffer {
  const field = (number: number, text: string) =>
    Buffer.concat([Buffer.from([0x1c, 2, number, 0, text.length]), Buffer.from(text)]);
  const fields = Buffer.concat([field(90, PLACE), field(80, AUTHOR)]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(fields.length);
  const resource = [Buffer.from('Photoshop 3.0\0' + '8BIM'), Buffer.from([4, 4, 0, 0]), size, fields];
  return Buffer.concat([...resource, Buffer.alloc(fields.length % 2)]);
}

const SECRETS = [AUTHOR, PLACE, CAMERA, 'GPS', 'xmpmeta', 'Photoshop', 'ICC_PROFILE', 'Exif', 'ICCP', 'XMP '];

async function expectNothingLeft(source: Buffer): Promise<void> {
  const { single, doubled } = await toPicture(source, 100);
  for (const picture of [single, doubled]) {
    const { exif, xmp, iptc, icc, orientation, comments } = await sharp(picture).metadata();
    expect({ exif, xmp, iptc, icc, orientation, comments }).toEqual({});
    expect(SECRETS.filter((word) => picture.includes(word))).toEqual([]);
  }
}

/** How each format is written, and whether EXIF is: the encoder of TIFF leaves it out. */
const FORMATS: readonly [string, (picture: Sharp) => Sharp, boolean][] = [
  ['jpeg', (picture) => picture.jpeg(), true],
  ['png', (picture) => picture.png(), true],
  ['webp', (picture) => picture.webp(), true],
  ['tiff', (picture) => picture.tiff(), false],
  ['avif', (picture) => picture.avif({ effort: 0 }), true],
];

describe('security 67: what a picture tells besides itself', () => {
  test.each(FORMATS)('author, camera, place, XMP and profile of a %s are gone', async (_name, encode, hasExif) => {
    const source = await encode(marked()).toBuffer();
    const { exif, xmp, icc } = await sharp(source).metadata();
    expect(exif?.includes(AUTHOR) ?? false).toBe(hasExif);
    expect(xmp?.includes(PLACE)).toBe(true);
    expect(icc).toBeDefined();
    await expectNothingLeft(source);
  });

  test('IPTC and comments of a JPEG are gone', async () => {
    const jpeg = await marked().jpeg().toBuffer();
    const source = withSegment(withSegment(jpeg, 0xed, iptc()), 0xfe, Buffer.from(`shot at ${PLACE}`));
    const { iptc: found } = await sharp(source).metadata();
    expect(found?.includes(PLACE)).toBe(true);
    await expectNothingLeft(source);
  });

  test('what stands behind the end of a picture is gone', async () => {
    const png = await marked().png().toBuffer();
    await expectNothingLeft(Buffer.concat([png, Buffer.from(`${PLACE} ${AUTHOR}`)]));
  });
});

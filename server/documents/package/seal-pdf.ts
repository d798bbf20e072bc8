// Seals the PDF of a package (PAdES): reserves the place of the signature while it is drawn, and fills it in the
// finished file. Any reader of PDF then shows a later change of a byte. For the drawing thread.
import { createHash } from 'node:crypto';
import { fstatSync, readSync, writeSync } from 'node:fs';
import { detachedSignature, type SealKey } from './certificates.ts';
import { type OpenPaper, type Pdf, pdfMoment } from './draw-text.ts';

/** Bytes that a signature may have; one has about 2,000. */
const SIGNATURE_MAX = 8192;
/** Letters of the four numbers that say which bytes are signed. */
const RANGE_SPACE = 48;
/** The first sheet is read with it: printed with the sheet, and not to be changed. */
const PRINTED_AND_LOCKED = 132;

/** Where the reserved places begin, in bytes from the start of the file. */
interface SealPlace {
  readonly range: number;
  readonly signature: number;
}

interface SealFacts {
  /** Who seals. */
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Adds an invisible field with room for a signature to the present sheet. */
export function reserveSeal(paper: Pdf, { name, at }: SealFacts): SealPlace {
  const open = paper as unknown as OpenPaper;
  const seal = open.ref({});
  seal.offset = open._offset;
  const start =
    `${seal.id} 0 obj\n<<\n/Type /Sig\n/Filter /Adobe.PPKLite\n/SubFilter /ETSI.CAdES.detached\n` +
    `/M ${pdfMoment(at)}\n/Name <feff${Buffer.from(name, 'utf16le').swap16().toString('hex')}>\n/ByteRange `;
  const range = seal.offset + start.length;
  const beforeSignature = '\n/Contents ';
  open._write(`${start}${' '.repeat(RANGE_SPACE)}${beforeSignature}<${'0'.repeat(2 * SIGNATURE_MAX)}>\n>>\nendobj`);
  open._refEnd(seal);
  const field = open.ref({
    ...{ Type: 'Annot', Subtype: 'Widget', FT: 'Sig', T: new String('Печать'), V: seal },
    ...{ Rect: [0, 0, 0, 0], F: PRINTED_AND_LOCKED, P: open.page.dictionary },
  });
  field.end();
  open.page.annotations.push(field);
  // The paper ends its form by itself. Nothing may be drawn anew by a reader: that would be a change.
  paper.initForm();
  Object.assign(open._root.data.AcroForm?.data ?? {}, { Fields: [field], SigFlags: 3, NeedAppearances: false });
  return { range, signature: range + RANGE_SPACE + beforeSignature.length };
}

/** Signs a finished file, open for reading and writing; returns the SHA-256 of what it then is. */
export function fillSeal(handle: number, place: SealPlace, key: SealKey): string {
  const { size } = fstatSync(handle);
  const after = place.signature + 2 * SIGNATURE_MAX + 2;
  const range = `[0 ${place.signature} ${after} ${size - after}]`.padEnd(RANGE_SPACE);
  writeSync(handle, range, place.range);
  const hash = createHash('sha256');
  readInto(hash, handle, 0, place.signature);
  readInto(hash, handle, after, size);
  const signature = Buffer.from(detachedSignature(key, hash.digest())).toString('hex');
  writeSync(handle, signature, place.signature + 1);
  return readInto(createHash('sha256'), handle, 0, size).digest('hex');
}

const PIECE = 1024 * 1024;

function readInto(hash: ReturnType<typeof createHash>, handle: number, from: number, to: number) {
  const piece = new Uint8Array(PIECE);
  for (let at = from; at < to; ) {
    const read = readSync(handle, piece, 0, Math.min(PIECE, to - at), at);
    if (read === 0) throw new Error('the package has become shorter while it was sealed');
    hash.update(piece.subarray(0, read));
    at += read;
  }
  return hash;
}

// Reads the seal of a PDF as a reader of PDF does, for tests: which bytes it covers, and whether it fits them.
import { createHash, verify, X509Certificate } from 'node:crypto';
import type { SealKey } from '../../server/documents/package/certificates.ts';

/** What a seal covers, and the signature over it, as DER. */
export function sealOf(pdf: Uint8Array): { readonly content: Uint8Array; readonly signature: Uint8Array } {
  const text = Buffer.from(pdf).toString('latin1');
  const [first = 0, length = 0, second = 0, rest = 0] = (/\/ByteRange \[([\d ]+)\]/u.exec(text)?.[1] ?? '')
    .split(' ')
    .map(Number);
  if (first !== 0 || second + rest !== pdf.length || length === 0) throw new Error('the seal does not cover the file');
  const hex = text.slice(length + 1, second - 1);
  const padded = Buffer.from(hex, 'hex');
  // A sequence with two bytes of length; zeros follow.
  const signature = padded.subarray(0, 4 + padded.readUInt16BE(2));
  return { content: Buffer.concat([pdf.subarray(0, length), pdf.subarray(second)]), signature };
}

/** Whether the file is as it was when it was sealed with this key. */
export function isSealed(pdf: Uint8Array, { certificate }: Pick<SealKey, 'certificate'>): boolean {
  try {
    const { content, signature } = sealOf(pdf);
    const hash = createHash('sha256').update(content).digest();
    const signed = signedAttributes(Buffer.from(signature));
    const { publicKey } = new X509Certificate(certificate);
    return signed.includes(hash) && verify('sha256', signed, publicKey, signature.subarray(-384));
  } catch {
    return false;
  }
}

/** The signed attributes: they begin with the one of the content's type, in a set under a tag of its own. */
function signedAttributes(bytes: Buffer): Buffer {
  const attribute = Buffer.from('301806092a864886f70d010903310b06092a864886f70d010701', 'hex');
  const start = bytes.indexOf(attribute);
  const isLong = bytes[start - 3] === 0xa0;
  const head = isLong ? start - 3 : start - 2;
  const length = bytes[start - 1] ?? 0;
  return Buffer.concat([Buffer.from([0x31]), bytes.subarray(head + 1, start + length)]);
}

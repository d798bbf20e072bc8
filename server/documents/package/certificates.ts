// The certificate of an installation and the signature in a sealed PDF, as DER: X.509 (RFC 5280) and CMS (RFC 5652,
// 5035). Only own values are encoded here, nothing received is read. seal-keys.ts keeps the key, seal-pdf.ts places the
// signature; decision 100 says why no library does it.
import * as crypto from 'node:crypto';
import { promisify } from 'node:util';

/** What seals: both are DER. */
export interface SealKey {
  readonly certificate: Uint8Array;
  /** PKCS #8. */
  readonly privateKey: Uint8Array;
}

const KEY_BITS = 3072;
const YEARS_VALID = 10;

/** Makes a key and its self-signed certificate, valid from `now` (milliseconds since the epoch) for ten years. */
export async function makeSealKey(commonName: string, now: number): Promise<SealKey> {
  const pair = await promisify(crypto.generateKeyPair)('rsa', {
    modulusLength: KEY_BITS,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  });
  const until = new Date(now);
  until.setUTCFullYear(until.getUTCFullYear() + YEARS_VALID);
  const name = sequence(set(sequence(oid('2.5.4.3'), der(UTF8_STRING, Buffer.from(commonName, 'utf8')))));
  const facts = sequence(
    der(0xa0, integer(Buffer.from([2]))),
    integer(crypto.randomBytes(16)),
    RSA_SHA256,
    name,
    sequence(moment(now), moment(until.getTime())),
    name,
    pair.publicKey,
    der(0xa3, sequence(...extensions(pair.publicKey))),
  );
  const certificate = sequence(facts, RSA_SHA256, bits(signed(facts, pair.privateKey)));
  return { certificate, privateKey: pair.privateKey };
}

/** May sign, is no authority, and is named by the hash of its key. */
function extensions(publicKey: Uint8Array): Uint8Array[] {
  const [isCritical, digitalSignatureAndNonRepudiation] = [der(BOOLEAN, Buffer.from([0xff])), Buffer.from([6, 0xc0])];
  return [
    sequence(oid('2.5.29.19'), isCritical, octets(sequence())),
    sequence(oid('2.5.29.15'), isCritical, octets(der(BIT_STRING, digitalSignatureAndNonRepudiation))),
    sequence(oid('2.5.29.14'), octets(octets(sha256(publicKey).subarray(0, 20)))),
  ];
}

/** SHA-256 of a certificate as readers of PDF show it: pairs of digits between colons. */
export const fingerprintOf = (certificate: Uint8Array): string =>
  new crypto.X509Certificate(certificate).fingerprint256;

/** The last moment of a certificate, milliseconds since the epoch. */
export const endOf = (certificate: Uint8Array): number => new crypto.X509Certificate(certificate).validToDate.getTime();

/** Whether the private key is that of the certificate. */
export function isPair({ certificate, privateKey }: SealKey): boolean {
  const key = crypto.createPrivateKey({ key: Buffer.from(privateKey), format: 'der', type: 'pkcs8' });
  return new crypto.X509Certificate(certificate).publicKey.equals(crypto.createPublicKey(key));
}

/**
 * A detached CMS signature of a content with this SHA-256, as PAdES (ETSI EN 319 142-1, level B-B) wants it: with the
 * certificate and its hash, without a time, which stands in the PDF. Equal arguments give equal bytes.
 */
export function detachedSignature({ certificate, privateKey }: SealKey, contentHash: Uint8Array): Uint8Array {
  const attributes = set(
    ...[
      attribute('1.2.840.113549.1.9.3', oid(DATA)),
      attribute('1.2.840.113549.1.9.4', octets(contentHash)),
      attribute('1.2.840.113549.1.9.16.2.47', sequence(sequence(sequence(octets(sha256(certificate)))))),
    ].sort(Buffer.compare),
  );
  const signer = sequence(
    integer(Buffer.from([1])),
    issuerAndSerial(certificate),
    SHA256,
    // Signed as a set, and stored under a tag of its own.
    Buffer.concat([Buffer.from([0xa0]), attributes.subarray(1)]),
    sequence(oid('1.2.840.113549.1.1.1'), NULL),
    octets(signed(attributes, privateKey)),
  );
  const content = sequence(
    integer(Buffer.from([1])),
    set(SHA256),
    sequence(oid(DATA)),
    der(0xa0, certificate),
    set(signer),
  );
  return sequence(oid('1.2.840.113549.1.7.2'), der(0xa0, content));
}

const attribute = (name: string, value: Uint8Array): Uint8Array => sequence(oid(name), set(value));

/** The names by which a signature refers to its certificate: they are copied from it. */
function issuerAndSerial(certificate: Uint8Array): Uint8Array {
  const [facts = certificate] = partsOf(certificate);
  const [, serial = facts, , issuer = facts] = partsOf(facts);
  return sequence(issuer, serial);
}

/** The parts of a DER element made here. */
function partsOf(element: Uint8Array): Uint8Array[] {
  const parts: Uint8Array[] = [];
  for (let at = extentOf(element, 0).head; at < element.length; ) {
    const { end } = extentOf(element, at);
    parts.push(element.subarray(at, end));
    at = end;
  }
  return parts;
}

/** Where the content of the element at a place begins, and where it ends. */
function extentOf(bytes: Uint8Array, at: number): { readonly head: number; readonly end: number } {
  const first = bytes[at + 1] ?? 0;
  if (first < 0x80) return { head: at + 2, end: at + 2 + first };
  const head = at + 2 + (first & 0x7f);
  const length = bytes.subarray(at + 2, head).reduce((sum, byte) => sum * 256 + byte, 0);
  return { head, end: head + length };
}

const [BOOLEAN, INTEGER, BIT_STRING, OCTET_STRING, UTF8_STRING, UTC_TIME, LATER_TIME] = [1, 2, 3, 4, 12, 23, 24];
const DATA = '1.2.840.113549.1.7.1';

function der(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const content = Buffer.concat(parts);
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  const size = Buffer.from(length.toString(16).padStart(length > 0xffff ? 6 : length > 0xff ? 4 : 2, '0'), 'hex');
  return Buffer.concat([Buffer.from([tag, 0x80 | size.length]), size, content]);
}

const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const set = (...parts: readonly Uint8Array[]) => der(0x31, ...parts);
const octets = (content: Uint8Array) => der(OCTET_STRING, content);
const bits = (content: Uint8Array) => der(BIT_STRING, Buffer.from([0]), content);

/** A positive number from its bytes, in the shortest form. */
function integer(bytes: Uint8Array): Uint8Array {
  const start = bytes.findIndex((byte) => byte !== 0);
  const shortest = bytes.subarray(start === -1 ? bytes.length - 1 : start);
  return der(INTEGER, Buffer.from((shortest[0] ?? 0) >= 0x80 ? [0] : []), shortest);
}

function oid(dotted: string): Uint8Array {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const groups = [first * 40 + second, ...rest].flatMap((number) => {
    const digits = [number & 0x7f];
    for (let left = number >>> 7; left > 0; left >>>= 7) digits.unshift((left & 0x7f) | 0x80);
    return digits;
  });
  return der(6, Buffer.from(groups));
}

const NULL = der(5);
const SHA256 = sequence(oid('2.16.840.1.101.3.4.2.1'), NULL);
const RSA_SHA256 = sequence(oid('1.2.840.113549.1.1.11'), NULL);

/** A second of UTC: with two digits of the year before 2050, with four since then. */
function moment(at: number): Uint8Array {
  const text = `${new Date(at).toISOString().replace(/\D/g, '').slice(0, 14)}Z`;
  return text < '2050' ? der(UTC_TIME, Buffer.from(text.slice(2))) : der(LATER_TIME, Buffer.from(text));
}

const sha256 = (bytes: Uint8Array): Uint8Array => crypto.createHash('sha256').update(bytes).digest();

const signed = (bytes: Uint8Array, privateKey: Uint8Array): Uint8Array =>
  crypto.sign('sha256', bytes, { key: Buffer.from(privateKey), format: 'der', type: 'pkcs8' });

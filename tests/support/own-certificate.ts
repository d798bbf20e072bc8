import { generateKeyPairSync, sign } from 'node:crypto';

/** A self-signed certificate with its key, as PEM. */
export interface OwnCertificate {
  readonly key: string;
  readonly cert: string;
}

/** Makes one for a host name and 127.0.0.1 (RFC 5280), valid for longer than any test. */
export function makeCertificate(host: string): OwnCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(set(sequence(oid('550403'), der(0x0c, Buffer.from(host)))));
  const validity = sequence(time('20000101000000Z'), time('22000101000000Z'));
  const names = sequence(der(0x82, Buffer.from(host)), der(0x87, Buffer.from([127, 0, 0, 1])));
  const isAuthority = sequence(oid('551d13'), octets(sequence(der(0x01, Buffer.from([0xff])))));
  const extensions = der(0xa3, sequence(isAuthority, sequence(oid('551d11'), octets(names))));
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const version = der(0xa0, integer(2));
  const stated = sequence(version, integer(1), ECDSA_SHA256, name, validity, name, spki, extensions);
  const signature = der(0x03, Buffer.from([0]), sign('sha256', stated, privateKey));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem(sequence(stated, ECDSA_SHA256, signature)),
  };
}

/** A value with its tag and length (X.690). */
function der(tag: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const { length } = body;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}

const sequence = (...content: readonly Buffer[]): Buffer => der(0x30, ...content);
const set = (...content: readonly Buffer[]): Buffer => der(0x31, ...content);
const octets = (content: Buffer): Buffer => der(0x04, content);
const integer = (value: number): Buffer => der(0x02, Buffer.from([value]));
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const time = (text: string): Buffer => der(0x18, Buffer.from(text));

const ECDSA_SHA256 = sequence(oid('2a8648ce3d040302'));

const pem = (content: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${content.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`;

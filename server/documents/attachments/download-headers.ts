import { API_POLICY } from '../../platform/security-headers.ts';

/** The viewers of browsers load the file itself and style their frame; the product's own pages may show them inside. */
const PDF_POLICY =
  "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** The policy that a file is answered with. */
export const policyOf = (type: string): string => (type === 'application/pdf' ? PDF_POLICY : API_POLICY);

/** Pictures and PDF may be shown, anything else is to be saved; the name gets the ending of what the file is. */
export function contentDisposition(originalName: string, fileName: string, type: string): string {
  const ending = fileName.slice(fileName.lastIndexOf('.'));
  const isKept = ENDINGS[ending]?.test(originalName) ?? originalName.toLowerCase().endsWith(ending);
  const name = isKept ? originalName : originalName + ending;
  const way = type === 'application/pdf' || type.startsWith('image/') ? 'inline' : 'attachment';
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  return `${way}; filename="${plain}"; filename*=UTF-8''${encode(name)}`;
}

/** Types with more than one usual ending. */
const ENDINGS: Readonly<Record<string, RegExp>> = {
  '.jpg': /\.(?:jpe?g|jfif)$/i,
  '.tif': /\.tiff?$/i,
  '.heic': /\.hei[cf]$/i,
  '.txt': /\.(?:txt|log|md)$/i,
  '.csv': /\.[ct]sv$/i,
};

/** As RFC 8187 has it. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);

import { createHash } from 'node:crypto';
import { API_POLICY, SECURITY_HEADERS } from '../security-headers.ts';
import { mediaTypeOf, type SiteFile } from './site-files.ts';

/** One representation, ready to be written. Headers are flat lists of names and values, as `writeHead` takes them. */
export interface Answer {
  readonly etag: string;
  readonly headers: string[];
  /** For 304. */
  readonly unchangedHeaders: string[];
  readonly body: Buffer;
}

export type Coding = 'br' | 'gzip' | 'identity';
export type Answers = Readonly<Record<Coding, Answer>>;

/** Where the build puts files whose names change with their content. */
export const HASHED_FOLDER = '_astro/';
const FOREVER = 'public, max-age=31536000, immutable';
const SHORT = 'public, max-age=3600';
const ETAG_LENGTH = 20;

/** Everything that can be answered for a file, worked out once; a coding that saves nothing is answered plain. */
export function prepareAnswers(file: SiteFile, hosts: readonly string[]): Answers {
  const type = mediaTypeOf(file.path);
  const isPage = type.startsWith('text/html');
  const policy = isPage ? pagePolicy(file.content.toString(), hosts) : API_POLICY;
  const cacheControl = isPage ? 'no-cache' : file.path.startsWith(HASHED_FOLDER) ? FOREVER : SHORT;
  const answer = answerMaker({ content: file.content, type, policy, cacheControl });
  const identity = answer('identity', file.content);
  const gzip = file.gzip ? answer('gzip', file.gzip) : identity;
  return { identity, gzip, br: file.br ? answer('br', file.br) : gzip };
}

/** Makes the answers of a page whose text is known only when it is asked for. */
export const pageAnswerMaker = (content: Buffer, policy: string) =>
  answerMaker({ content, type: mediaTypeOf('page.html'), policy, cacheControl: 'no-cache' });

/** The same of a file that is no page. */
export const fileAnswerMaker = (path: string, content: Buffer) =>
  answerMaker({ content, type: mediaTypeOf(path), policy: API_POLICY, cacheControl: SHORT });

interface Content {
  readonly content: Buffer;
  readonly type: string;
  readonly policy: string;
  readonly cacheControl: string;
}

function answerMaker({ content, type, policy, cacheControl }: Content) {
  const hash = createHash('sha256').update(content).update(policy).digest('base64url');
  const common = { 'Content-Type': type, ...SECURITY_HEADERS, 'Content-Security-Policy': policy };
  return (coding: Coding, body: Buffer): Answer => {
    const etag = `"${hash.slice(0, ETAG_LENGTH)}${coding === 'identity' ? '' : `-${coding}`}"`;
    const validators = { ETag: etag, 'Cache-Control': cacheControl, Vary: 'Accept-Encoding' };
    const encoding: Record<string, string> = coding === 'identity' ? {} : { 'Content-Encoding': coding };
    return {
      etag,
      body,
      headers: flat({ ...common, ...validators, ...encoding, 'Content-Length': String(body.length) }),
      unchangedHeaders: flat(validators),
    };
  };
}

function flat(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flat();
}

const SCRIPT_TYPES = new Set(['', 'module', 'text/javascript', 'importmap', 'speculationrules']);

/**
 * Content-Security-Policy of one built page: its own inline scripts and styles by hash, nothing else inline.
 * `hosts` are further origins that the page may call and show pictures from.
 * https://www.w3.org/TR/CSP3/
 */
export function pagePolicy(html: string, hosts: readonly string[] = []): string {
  const page = plainAttributes(html);
  const scripts = inline(page, 'script').filter(({ type }) => SCRIPT_TYPES.has(type));
  const directives = [
    ["default-src 'self'"],
    ["script-src 'self'", ...hashes(scripts)],
    ["style-src 'self'", ...hashes(inline(page, 'style'))],
    ["img-src 'self' data: blob:", ...hosts],
    ["connect-src 'self'", ...hosts],
    ["object-src 'none'"],
    ["base-uri 'none'"],
    ["form-action 'self'"],
    ["frame-ancestors 'none'"],
  ];
  return directives.map((parts) => parts.join(' ')).join('; ');
}

interface InlineElement {
  readonly type: string;
  readonly content: string;
}

/** Elements whose content stands in the page itself. */
function inline(html: string, tag: 'script' | 'style'): InlineElement[] {
  const pattern = new RegExp(`<${tag}\\b((?:[^>"']|"[^"]*"|'[^']*')*)>([\\s\\S]*?)</${tag}\\s*>`, 'gi');
  return [...html.matchAll(pattern)]
    .filter(([, attributes = '']) => !/\ssrc\s*=/i.test(attributes))
    .map(([, attributes = '', content = '']) => ({
      type: (/\stype\s*=\s*["']?([^"'\s>]*)/i.exec(attributes)?.[1] ?? '').toLowerCase(),
      content,
    }));
}

function hashes(elements: readonly InlineElement[]): string[] {
  const unique = new Set(elements.map(({ content }) => content));
  return [...unique].map(
    // A browser hashes the text after it has joined line ends.
    (content) => `'sha256-${createHash('sha256').update(content.replace(/\r\n?/g, '\n')).digest('base64')}'`,
  );
}

const ATTRIBUTES = `(?:[^>"']|"[^"]*"|'[^']*')*`;
/** A comment, an element whose content is no markup, or a tag. */
const PART = new RegExp(
  `<!--[\\s\\S]*?-->|<(script|style)\\b(${ATTRIBUTES})>[\\s\\S]*?</\\1\\s*>|<[a-z](${ATTRIBUTES})>`,
  'gi',
);

/**
 * The same page without a bare `<` in any attribute: HTML allows one there, and texts such as the name of the shop bring
 * it along. Whoever looks for elements and comments by pattern afterwards finds no others than a browser does.
 */
export const plainAttributes = (html: string): string =>
  html.replace(PART, (part, _element, ofElement?: string, ofTag?: string) => {
    const attributes = ofElement ?? ofTag ?? '';
    return attributes.includes('<') ? part.replace(attributes, () => attributes.replaceAll('<', '&lt;')) : part;
  });

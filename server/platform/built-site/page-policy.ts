/** The Content-Security-Policy of a built page. */
import { createHash } from 'node:crypto';

const SCRIPT_TYPES = new Set(['', 'module', 'text/javascript', 'importmap', 'speculationrules']);

/** Inline only its own, by hash; pages may call `hosts` and show their pictures. https://www.w3.org/TR/CSP3/ */
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

/** Without a bare `<` in attributes, as in the name of a shop: patterns then find the same elements as a browser. */
export const plainAttributes = (html: string): string =>
  html.replace(PART, (part, _element, ofElement?: string, ofTag?: string) => {
    const attributes = ofElement ?? ofTag ?? '';
    return attributes.includes('<') ? part.replace(attributes, () => attributes.replaceAll('<', '&lt;')) : part;
  });

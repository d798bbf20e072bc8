import { createHash } from 'node:crypto';
import { plainAttributes } from './plain-attributes.ts';

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

import type { IncomingMessage, ServerResponse } from 'node:http';
import { AS_OF_HEADER, NAMES_SITEMAP } from '../../../contract/api.ts';
import type { PartsDirectory } from '../../../contract/catalogue/parts.ts';
import { SEARCH_PAGE_SIZE } from '../../../contract/limits.ts';
import {
  browsedNames,
  browseView,
  letterViews,
  type NameKind,
  namePath,
  nameViews,
  slugOf,
} from '../../../rules/catalogue/browse.ts';
import { matcherOf, ROUTES, type Shell } from '../../../rules/routes.ts';
import { fileAnswerMaker, pageAnswerMaker } from '../../platform/built-site/answers.ts';
import type { Site } from '../../platform/built-site/site.ts';
import { codingOf, writeAnswer, writeWhole } from '../../platform/built-site/write-answer.ts';
import { SECURITY_HEADERS } from '../../platform/security-headers.ts';
import { inTime, packed, sendOn } from './page-answer.ts';
import { type ProductShell, readShell, type Values, valuesOf } from './page-template.ts';
import type { DirectorySource, PartsSource } from './results.ts';

interface BrowsePages {
  readonly parts: PartsSource;
  readonly directory: DirectorySource;
  /** Folder of photos of parts as pages name it. */
  readonly photoFolder: string;
  /** Address of the site, without a slash at the end. */
  readonly siteAddress: () => string;
}

/** The built files that the lists of names are made of. */
export const NAMES_FILES = { maker: 'catalog/makers.html', brand: 'catalog/brands.html' } as const;
/** The one that pages of parts are made of. */
const PARTS_FILE: Shell = 'catalog/browse.html';

interface Shells {
  readonly maker: ProductShell | null;
  readonly brand: ProductShell | null;
  readonly parts: ProductShell | null;
}

/** A page that is there, one that is not, or the address under which it is. */
type Filled = { readonly html: string; readonly status: 200 | 404 } | { readonly moved: string };

/** A site whose makers and brands have pages to browse, for visitors without a question and for search engines. */
export function withBrowsing(site: Site, { parts, directory, photoFolder, siteAddress }: BrowsePages): Site {
  let shells: Shells = { maker: null, brand: null, parts: null };
  let served = 0;

  async function partsPage(
    response: ServerResponse,
    page: ProductShell,
    kind: NameKind,
    { slug, page: number }: { readonly slug: string; readonly page: number },
  ): Promise<Filled> {
    const missing: Filled = { html: page.missing(kindValues(kind)), status: 404 };
    const meant = slugOf(slug);
    const name = browsedNames(await inTime(directory()), kind).find((other) => other.slug === meant);
    if (!name || number === 0) return missing;
    if (slug !== meant) return { moved: namePath(kind, meant, number) };
    const asked = kind === 'maker' ? { maker: name.value } : { brandId: name.value };
    const limit = String(SEARCH_PAGE_SIZE);
    const { answer, asOf } = await inTime(parts({ ...asked, limit, page: String(number) }));
    if (answer.parts.length === 0) return missing;
    if (asOf !== null) response.setHeader(AS_OF_HEADER, asOf);
    const view = browseView(kind, name, number, answer, photoFolder);
    const site = siteAddress();
    const values = { ...valuesOf(view), ...kindValues(kind), site, address: site + view.path };
    return { html: page.found(values), status: 200 };
  }

  async function namesPage(page: ProductShell, kind: NameKind): Promise<Filled> {
    const names = browsedNames(await inTime(directory()), kind);
    const letters = letterViews(nameViews(kind, names));
    return { html: page.found({ letters: letters.map(valuesOf) }), status: 200 };
  }

  async function sitemap(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const content = Buffer.from(namesSitemap(await directory(), siteAddress()));
    const coding = codingOf(request);
    const body = await packed(coding, content);
    writeAnswer(request, response, fileAnswerMaker(NAMES_SITEMAP, content)(coding, body));
    served += 1;
  }

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    page: ProductShell,
    address: BrowseAddress,
  ): Promise<void> {
    const filled = await (address.slug === null
      ? namesPage(page, address.kind)
      : partsPage(response, page, address.kind, address));
    if ('moved' in filled) sendOn(response, filled.moved);
    else {
      const coding = codingOf(request);
      const content = Buffer.from(filled.html);
      const whole = pageAnswerMaker(content, page.policy)(coding, await packed(coding, content));
      if (filled.status === 404) writeWhole(request, response, whole, 404);
      else writeAnswer(request, response, whole);
    }
    served += 1;
  }

  return {
    ...site,
    serve(request, response) {
      const [path = '', query = ''] = (request.url ?? '').split('?', 2);
      const reads = request.method === 'GET' || request.method === 'HEAD';
      if (reads && path === NAMES_SITEMAP) {
        sitemap(request, response).catch(() => answerLate(response));
        return true;
      }
      const address = reads && path.startsWith('/catalog/') ? browseAddress(path, query) : null;
      const page = address && (address.slug === null ? shells[address.kind] : shells.parts);
      if (!address || !page) return site.serve(request, response);
      answer(request, response, page, address).catch(() => {
        // The page says what to do instead.
        if (!response.headersSent) site.serve(request, response);
        else response.destroy();
      });
      return true;
    },
    replace(next) {
      const read = (file: string) => {
        const built = next.shells.get(file);
        return built === undefined ? null : readShell(built, next.origins);
      };
      // Read before the switch: a build whose pages cannot be filled never goes live.
      const readAll = {
        maker: read(NAMES_FILES.maker),
        brand: read(NAMES_FILES.brand),
        parts: read(PARTS_FILE),
      };
      site.replace(next);
      shells = readAll;
    },
    get served() {
      return site.served + served;
    },
  };
}

/** Where the catalogue cannot be asked: a search engine comes back. */
function answerLate(response: ServerResponse): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(503, { ...SECURITY_HEADERS, 'Content-Length': 0, 'Retry-After': '60' }).end();
}

/** Which of the two kinds the page is about; one shell has the words of both. */
const kindValues = (kind: NameKind): Values => ({
  ofMaker: kind === 'maker' ? '1' : '',
  ofBrand: kind === 'brand' ? '1' : '',
});

/** What an address of pages to browse names: the list of a kind, or a page of the parts of one name. */
type BrowseAddress =
  | { readonly kind: NameKind; readonly slug: null }
  | { readonly kind: NameKind; readonly slug: string; readonly page: number };

const KINDS = [
  { kind: 'maker', list: /^\/catalog\/makers\/?$/, match: matcherOf(ROUTES.maker) },
  { kind: 'brand', list: /^\/catalog\/brands\/?$/, match: matcherOf(ROUTES.brand) },
] as const;

/** Longer numbers are no page. */
const PAGE = /^[1-9]\d{0,5}$/;

/** What a path, still encoded, and its query name; null for any other, page 0 for a number that is none. */
function browseAddress(path: string, query: string): BrowseAddress | null {
  for (const { kind, list, match } of KINDS) {
    if (list.test(path)) return { kind, slug: null };
    const written = match(path)?.[1];
    if (written === undefined) continue;
    const asked = new URLSearchParams(query).get('page') ?? '1';
    return { kind, slug: decoded(written), page: PAGE.test(asked) ? Number(asked) : 0 };
  }
  return null;
}

/** A broken escape names nothing that there is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

const SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** The first page of every maker and brand (https://www.sitemaps.org/protocol.html); the others are linked from it. */
function namesSitemap(directory: PartsDirectory, siteAddress: string): string {
  const urls = (['maker', 'brand'] as const).flatMap((kind) =>
    // Nothing in a slug in percent notation is markup.
    browsedNames(directory, kind).map(({ slug }) => `<url><loc>${siteAddress}${namePath(kind, slug)}</loc></url>\n`),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${SCHEMA}>\n${urls.join('')}</urlset>\n`;
}

// Fills the front page and the prebuilt pages of makers, brands, machines, kinds of parts and results with what the
// search finds, before they are sent.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { NAMES_SITEMAP } from '../../../contract/api.ts';
import type { PartsAnswer, PartsDirectory } from '../../../contract/catalogue/parts.ts';
import { SEARCH_PAGE_SIZE } from '../../../contract/limits.ts';
import * as browse from '../../../rules/catalogue/browse.ts';
import {
  asksForParts,
  type PageAsked,
  type PartsQuestion,
  RESULTS_PATH,
  readQuestion,
} from '../../../rules/catalogue/question.ts';
import { matcherOf, NAME_LISTS, type NameKind, ROUTES, routeLinks, type Shell, slugOf } from '../../../rules/routes.ts';
import { type Answer, type Coding, codingOf, fileAnswerMaker, writeAnswer } from '../../platform/built-site/answers.ts';
import type { Site } from '../../platform/built-site/site.ts';
import { SECURITY_HEADERS } from '../../platform/security-headers.ts';
import * as filledPages from './filled-pages.ts';
import { resultsValues } from './results-values.ts';
import type { PageShell } from './shell.ts';
import { scriptJson, type Values, valuesOf } from './template.ts';

interface BrowsePages {
  readonly parts: PartsSource;
  readonly directory: DirectorySource;
  /** Folder of photos of parts as pages name it. */
  readonly photoFolder: string;
  /** Address of the site, without a slash at the end. */
  readonly siteAddress: () => string;
}

/** The built files that the lists of names are made of. */
export const NAMES_FILES: Readonly<Record<NameKind, string>> = {
  maker: 'catalog/makers.html',
  brand: 'catalog/brands.html',
  machine: 'catalog/machines.html',
  kind: 'catalog/kinds.html',
};
const NAME_KINDS = Object.keys(NAME_LISTS) as readonly NameKind[];
const PARTS_FILE: Shell = 'catalog/browse.html';

/** A site whose makers, brands, machines and kinds of parts have pages to browse, for visitors without a question and for search engines. */
export function withBrowsing(site: Site, { parts, directory, photoFolder, siteAddress }: BrowsePages): Site {
  let sitemaps = 0;

  async function partsPage(
    shell: PageShell,
    { kind, slug, page: number }: PartsAddress,
    coding: Coding,
  ): Promise<filledPages.Filled> {
    const missing = async (): Promise<filledPages.Filled> => ({
      answer: await filledPages.pageAnswer(shell, shell.missing(kindValues(kind)), coding),
      status: 404,
    });
    const meant = slugOf(slug);
    const names = browse.browsedNames(await filledPages.withinPageTime(directory()), kind);
    const name = names.find((other) => other.slug === meant);
    if (!name && kind === 'maker' && meant !== '') {
      // Another name of a maker that is shown under one.
      const question = browse.nameQuestion(kind, { value: slug });
      const { answer } = await filledPages.withinPageTime(parts(question, { limit: 1, page: 1 }));
      const shown = slugOf(answer.parts[0]?.maker ?? '');
      if (names.some((other) => other.slug === shown)) return { moved: browse.namePath(kind, shown) };
    }
    if (!name || number === 0) return missing();
    if (slug !== meant) return { moved: browse.namePath(kind, meant, number) };
    const question = browse.nameQuestion(kind, name);
    const { answer, asOf } = await filledPages.withinPageTime(
      parts(question, { limit: SEARCH_PAGE_SIZE, page: number }),
    );
    if (answer.parts.length === 0) return missing();
    const view = browse.browseView(kind, name, number, answer, photoFolder);
    const site = siteAddress();
    const items = scriptJson(listData(answer.parts, site));
    const html = shell.found({ ...valuesOf(view), ...kindValues(kind), site, address: site + view.path, items });
    return { answer: await filledPages.pageAnswer(shell, html, coding), status: 200, asOf };
  }

  async function sitemap(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const content = Buffer.from(namesSitemap(await directory(), siteAddress()));
    const coding = codingOf(request);
    const body = await filledPages.compressPage(coding, content);
    writeAnswer(request, response, fileAnswerMaker(NAMES_SITEMAP, content)(coding, body));
    sitemaps += 1;
  }

  const filled = filledPages.withFilled<BrowseAddress>(site, {
    files: [...Object.values(NAMES_FILES), PARTS_FILE],
    address: (path, query) => (path.startsWith('/catalog/') ? browseAddress(path, query) : null),
    fileOf: ({ kind, slug }) => (slug === null ? NAMES_FILES[kind] : PARTS_FILE),
    async fill(shell, address, coding) {
      if (address.slug !== null) return partsPage(shell, address, coding);
      const html = shell.found(listValues(address.kind, await filledPages.withinPageTime(directory())));
      return { answer: await filledPages.pageAnswer(shell, html, coding), status: 200 };
    },
  });
  return {
    ...filled,
    serve(request, response) {
      const reads = request.method === 'GET' || request.method === 'HEAD';
      if (!reads || request.url?.split('?', 1)[0] !== NAMES_SITEMAP) return filled.serve(request, response);
      sitemap(request, response).catch(() => answerLate(response));
      return true;
    },
    get served() {
      return filled.served + sitemaps;
    },
  };
}

/** Where the catalogue cannot be asked: a search engine comes back. */
function answerLate(response: ServerResponse): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(503, { ...SECURITY_HEADERS, 'Content-Length': 0, 'Retry-After': '60' }).end();
}

function listValues(kind: NameKind, directory: PartsDirectory): Values {
  const groups =
    kind === 'kind'
      ? browse.systemViews(directory)
      : browse.letterViews(browse.nameViews(kind, browse.browsedNames(directory, kind)));
  return { groups: groups.map(valuesOf) };
}

/** The parts of a page as a list (https://schema.org/ItemList). */
const listData = (parts: PartsAnswer['parts'], site: string) => ({
  '@context': 'https://schema.org',
  '@type': 'ItemList',
  itemListElement: parts.map(({ title, article, best }, at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name: title || article,
    url: site + routeLinks.product(best[0]?.alias ?? ''),
  })),
});

/** What the page is about; one shell has the words of all. */
const kindValues = (kind: NameKind): Values => ({
  ofMaker: kind === 'maker' ? '1' : '',
  ofBrand: kind === 'brand' ? '1' : '',
  ofMachine: kind === 'machine' ? '1' : '',
  ofKind: kind === 'kind' ? '1' : '',
});

/** What an address of pages to browse names: the list of a kind, or a page of the parts of one name. */
type BrowseAddress = { readonly kind: NameKind; readonly slug: null } | PartsAddress;

interface PartsAddress {
  readonly kind: NameKind;
  readonly slug: string;
  readonly page: number;
}

const KINDS = NAME_KINDS.map((kind) => ({ kind, isList: matcherOf(NAME_LISTS[kind]), match: matcherOf(ROUTES[kind]) }));

/** Longer numbers are no page. */
const PAGE = /^[1-9]\d{0,5}$/;

/** What a path, still encoded, and its query name; null for any other, page 0 for a number that is none. */
function browseAddress(path: string, query: string): BrowseAddress | null {
  for (const { kind, isList, match } of KINDS) {
    if (isList(path)) return { kind, slug: null };
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

/** The first page of every name (https://www.sitemaps.org/protocol.html); the others are linked from it. */
function namesSitemap(directory: PartsDirectory, siteAddress: string): string {
  const urls = NAME_KINDS.flatMap((kind) =>
    // Nothing in a slug in percent notation is markup.
    browse
      .browsedNames(directory, kind)
      .map(({ slug }) => `<url><loc>${siteAddress}${browse.namePath(kind, slug)}</loc></url>\n`),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${SCHEMA}>\n${urls.join('')}</urlset>\n`;
}

export interface FoundParts {
  readonly answer: PartsAnswer;
  /** HTTP date up to which this is right, while the catalogue is out of reach; else null. */
  readonly asOf: string | null;
}

/** Answers what `GET /parts/` answers to a question. Rejects when it cannot. */
export type PartsSource = (question: PartsQuestion, page: PageAsked) => Promise<FoundParts>;

/** Answers what `GET /parts/directory` answers. Rejects when it cannot. */
export type DirectorySource = () => Promise<PartsDirectory>;

interface ResultsPages {
  readonly parts: PartsSource;
  readonly directory: DirectorySource;
  readonly photoFolder: string;
}

export const RESULTS_FILE = 'catalog.html';

/** Longer addresses are answered unfilled: no form makes them. */
const ADDRESS_MAX = 4_000;

export function withResults(site: Site, { parts, directory, photoFolder }: ResultsPages): Site {
  return filledPages.withFilled(site, {
    files: [RESULTS_FILE],
    fileOf: () => RESULTS_FILE,
    address: (path, query) =>
      (path === RESULTS_PATH || path === `${RESULTS_PATH}/`) && path.length + query.length < ADDRESS_MAX
        ? readQuestion(new URLSearchParams(query))
        : null,
    async fill(shell, question, coding) {
      if (!asksForParts(question)) {
        const html = shell.missing(startValues(await filledPages.withinPageTime(directory())));
        return { answer: await filledPages.pageAnswer(shell, html, coding), status: 200 };
      }
      const { answer, asOf } = await filledPages.withinPageTime(parts(question, { limit: SEARCH_PAGE_SIZE }));
      const html = shell.found(resultsValues(question, answer, photoFolder));
      return { answer: await filledPages.pageAnswer(shell, html, coding), status: 200, asOf };
    },
  });
}

/** So many names of a kind stand where nothing is asked for, the commonest; the rest on a page of their own. */
const NAMES_MAX = { machine: 24, maker: 48, brand: 48 } as const;

function startValues(directory: PartsDirectory): Values {
  const views = (kind: keyof typeof NAMES_MAX) =>
    browse.nameViews(kind, browse.browsedNames(directory, kind).slice(0, NAMES_MAX[kind])).map(valuesOf);
  return {
    machineNames: views('machine'),
    systems: browse.systemLinkViews(directory).map(valuesOf),
    makerNames: views('maker'),
    brandNames: views('brand'),
  };
}

export const FRONT_FILE = 'index.html';

/** How long the front page waits for counts that are newer than those it showed last, ms. */
const NEWER_WAIT_MS = 100;

/** A site whose front page leads to the commonest machines and to the units of a vehicle. */
export function withFront(site: Site, { directory }: Pick<BrowsePages, 'directory'>): Site {
  let last: PartsDirectory | null = null;
  const kept = new Map<Coding, { readonly shell: PageShell; readonly from: PartsDirectory; readonly answer: Answer }>();

  async function counted(): Promise<PartsDirectory> {
    const asked = directory().then((came) => {
      last = came;
      return came;
    });
    if (last === null) return filledPages.withinPageTime(asked);
    const shown = last;
    const late = setTimeout(NEWER_WAIT_MS, shown);
    return Promise.race([asked.catch(() => shown), late]);
  }

  return filledPages.withFilled(site, {
    files: [FRONT_FILE],
    fileOf: () => FRONT_FILE,
    address: (path) => (path === '/' ? path : null),
    async fill(shell, _address, coding) {
      const from = await counted();
      const before = kept.get(coding);
      if (before?.shell === shell && before.from === from) return { answer: before.answer, status: 200 };
      const answer = await filledPages.pageAnswer(shell, shell.found(startValues(from)), coding);
      kept.set(coding, { shell, from, answer });
      return { answer, status: 200 };
    },
  });
}

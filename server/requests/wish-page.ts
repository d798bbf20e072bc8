// The form of a request for visitors without JavaScript: they write what they need, and a page answers them.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { WISH_BODY_MAX } from '../../contract/limits.ts';
import { refusalName, refusalsOf, type SentWish, WISH_FORM } from '../../contract/requests/forms.ts';
import { OWN_REQUEST_PATH } from '../../rules/routes.ts';
import { pageAnswer, withFilled, withinPageTime } from '../catalogue/product-pages/filled-pages.ts';
import { type PageShell, readShell } from '../catalogue/product-pages/shell.ts';
import type { Values } from '../catalogue/product-pages/template.ts';
import { type Answer, type Coding, codingOf, writeWhole } from '../platform/built-site/answers.ts';
import type { Site } from '../platform/built-site/site.ts';
import * as http from '../platform/http/request.ts';
import { HttpError } from '../platform/http/request.ts';
import type { Requests } from './index.ts';

/** The built page of the request. */
export const WISH_FILE = 'catalog/request.html';

export interface WishPage {
  /** The site that shows it, which takes new builds. */
  readonly site: Site;
  /** The page filled with an answer; null before the first build. */
  answer(values: Values, coding: Coding): Promise<Answer | null>;
}

/** Keeps the page of the request of the present build, to answer forms with it. */
export function withWishPage(site: Site): WishPage {
  let shell: PageShell | null = null;
  return {
    site: {
      ...site,
      replace(next) {
        const built = next.shells.get(WISH_FILE);
        shell = built === undefined ? null : readShell(built, next.origins);
        site.replace(next);
      },
      get served() {
        return site.served;
      },
    },
    answer: async (values, coding) => (shell ? pageAnswer(shell, shell.found(values), coding, 'no-store') : null),
  };
}

/** What was typed, as the page shows it again; the text of each refusal is on the page by its code. */
function valuesOf(typed: Readonly<Record<string, unknown>>, codes: readonly string[]): Values {
  const text = (name: string) => (typeof typed[name] === 'string' ? String(typed[name]).slice(0, WISH_BODY_MAX) : '');
  const names = Object.keys(WISH_FORM);
  return {
    ...Object.fromEntries(names.map((name) => [name, text(name)])),
    ...Object.fromEntries(codes.map((code) => [refusalName(code), '1'])),
    refused: codes.length > 0 ? '1' : '',
  };
}

/** An address with more offers than a request takes is refused anyway. */
const ITEMS_MAX = 10_000;

/** The same site, whose page of the request names the offers of its address to those without script. */
export const withAskedOffers = (site: Site, wishOf: Requests['wishOf']): Site =>
  withFilled<string>(site, {
    files: [WISH_FILE],
    address: (path, query) =>
      path === OWN_REQUEST_PATH && query.length <= ITEMS_MAX ? new URLSearchParams(query).get('items') : null,
    fileOf: () => WISH_FILE,
    fill: async (shell, items, coding) => {
      const values = { ...valuesOf({ comment: await withinPageTime(wishOf(items)) }, []), asked: '1' };
      return { answer: await pageAnswer(shell, shell.found(values), coding, 'no-store'), status: 200 };
    },
  });

/** Takes the form that the page of the request shows without script; `/catalog/request` is answered by that page. */
export const wishRoutes =
  (requests: Requests, page: WishPage): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      OWN_REQUEST_PATH,
      { config: { permission: 'anyone', form: WISH_FORM }, bodyLimit: WISH_BODY_MAX, schema: { hide: true } },
      async (request, reply) => {
        const typed = request.body as Readonly<Record<string, unknown>>;
        const codes = refusalsOf(WISH_FORM, typed);
        const made =
          codes.length > 0
            ? codes
            : await take(requests, http.readForm(request, WISH_FORM), http.clientKey(request.ip));
        const values = Array.isArray(made) ? valuesOf(typed, made) : { number: String(made) };
        const answer = await page.answer(values, codingOf(request.raw));
        // Before the first build there is no page to answer with.
        if (!answer) return reply.redirect(OWN_REQUEST_PATH, 303);
        reply.hijack();
        writeWhole(request.raw, reply.raw, answer, Array.isArray(made) ? 400 : 200);
      },
    );
  };

/** The number of the request that was made, or why none was. */
async function take(requests: Requests, wish: SentWish, address: string): Promise<number | string[]> {
  try {
    return (await requests.takeWish(wish, address)).number;
  } catch (error) {
    if (error instanceof HttpError && error.status < 500) return [error.message];
    throw error;
  }
}

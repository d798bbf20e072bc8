// State and calls of the editor in which an administrator changes the text of one company page.
import { exceedsBytes } from '../../../contract/fields/text.ts';
import { MARKDOWN_MAX } from '../../../contract/limits.ts';
import type { AboutHistory, AboutPage, AboutVersion } from '../../../contract/pages/pages.ts';
import { createDrafts, type Drafts } from '../editing/drafts.ts';
import { createEditing, type Editing } from '../editing/editing-store.ts';
import { CHANGED, ifMatch, type Stored, storedOf } from '../editing/etag.ts';
import { mergeTexts, withPlainLineEnds } from '../markdown/merge.ts';
import { callOr } from '../platform/http-client.ts';
import { informator } from '../platform/session.ts';
import { pageDraft } from './about-page.ts';

export const pageDrafts = (alias: string): Drafts<string> =>
  createDrafts(pageDraft(alias), (value) => (typeof value === 'string' ? value : null));

/** A refusal of our own, in the shape of one by the server. */
const refusal = (status: number, error: string) =>
  Object.assign(new Error(error), { response: { status }, data: { error } });

/** Code of our own: the text is longer than the service takes. */
const TOO_LONG = 'text too long';

/** The editing of the text of one company page: changed where there is one, made where there is none. */
export function createPageEditor(
  calls: Pick<AboutCalls, 'load' | 'create' | 'change'>,
  drafts: Drafts<string>,
  now: () => Date,
): Editing<string> {
  const textOf = (page: { readonly value: { readonly mdInfo: string }; readonly etag: string | null }) => ({
    value: withPlainLineEnds(page.value.mdInfo),
    etag: page.etag,
  });

  async function load(): Promise<Stored<string> | null> {
    const page = await calls.load();
    return page && textOf(page);
  }

  /** Another user may have made the page first: theirs is not overwritten unasked. */
  const create = (text: string): Promise<Stored<string>> =>
    callOr(
      async () => textOf(await calls.create(text)),
      async ({ kind }) => {
        const isTaken = (kind === 'refused' || kind === 'in-use') && (await calls.load()) !== null;
        if (isTaken) throw refusal(409, CHANGED);
        return undefined;
      },
    );

  const change = (text: string, etag: string | null): Promise<Stored<string>> =>
    callOr(
      async () => textOf(await calls.change(text, etag)),
      ({ kind }) => (kind === 'missing' ? create(text) : undefined),
    );

  return createEditing({
    empty: '',
    drafts,
    same: (one, other) => one === other,
    merge: mergeTexts,
    load,
    async save(text, stored) {
      if (exceedsBytes(text, MARKDOWN_MAX)) throw refusal(413, TOO_LONG);
      return stored ? change(text, stored.etag) : create(text);
    },
    now,
  });
}

/** A long text may go over a slow line, ms. */
const TEXT_TIMEOUT_MS = 120_000;

/** What an administrator does with one company page. All throw what ky throws, or SessionEnded. */
export function aboutCalls(alias: string) {
  const page = `about/${encodeURIComponent(alias)}`;
  return {
    /** The page as it is now; null where it has no text yet. */
    load: (): Promise<Stored<AboutPage> | null> =>
      callOr<Stored<AboutPage> | null>(
        () => storedOf<AboutPage>(informator.get(page, { cache: 'no-store' })),
        ({ kind }) => (kind === 'missing' ? null : undefined),
      ),
    create: (mdInfo: string): Promise<Stored<AboutPage>> =>
      storedOf(informator.post('about/', { json: { alias, mdInfo }, timeout: TEXT_TIMEOUT_MS })),
    change: (mdInfo: string, etag: string | null): Promise<Stored<AboutPage>> =>
      storedOf(informator.patch(page, { json: { mdInfo }, headers: ifMatch(etag), timeout: TEXT_TIMEOUT_MS })),
    history: (): Promise<AboutHistory> => informator.get(`${page}/history`).json<AboutHistory>(),
    version: (version: number): Promise<AboutVersion> =>
      informator.get(`${page}/history/${version}`).json<AboutVersion>(),
    async restore(version: number): Promise<void> {
      await informator.post(`${page}/history/${version}`);
    },
  };
}
export type AboutCalls = ReturnType<typeof aboutCalls>;

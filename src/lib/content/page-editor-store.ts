import { exceedsBytes } from '../../../contract/fields/markup.ts';
import { MARKDOWN_MAX } from '../../../contract/limits.ts';
import { pageDraft } from '../about-page/page-draft.ts';
import { createDrafts, type Drafts } from '../drafts/drafts.ts';
import { createEditing, type Editing } from '../editing/editing-store.ts';
import type { Stored } from '../editing/etag.ts';
import { withPlainLineEnds } from '../editing/line-ends.ts';
import { mergeTexts } from '../editing/merge.ts';
import { failureOf } from '../http/failure.ts';
import type { AboutCalls } from './about-calls.ts';

/** The drafts of a company page on this device. */
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

  /** Somebody may have made the page first: then theirs is not overwritten unasked. */
  async function create(text: string): Promise<Stored<string>> {
    try {
      return textOf(await calls.create(text));
    } catch (error) {
      const { kind } = failureOf(error);
      const isTaken = (kind === 'refused' || kind === 'in-use') && (await calls.load()) !== null;
      throw isTaken ? refusal(409, 'changed meanwhile') : error;
    }
  }

  async function change(text: string, etag: string | null): Promise<Stored<string>> {
    try {
      return textOf(await calls.change(text, etag));
    } catch (error) {
      if (failureOf(error).kind === 'missing') return create(text);
      throw error;
    }
  }

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
    newId: () => crypto.randomUUID(),
    now,
  });
}

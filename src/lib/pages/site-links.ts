// What the editor offers when staff insert a link: the pages of the site, and parts of the catalogue found by typing.
import { NAME_LISTS } from '../../../rules/routes.ts';
import { askSuggestions } from '../catalogue/catalogue-calls.ts';
import { suggestedParts } from '../catalogue/suggestions.ts';
import type { LinkTarget, LinkTargets } from '../editing/editor-sources.ts';
import { linkDialog } from '../editing/editor-texts.ts';
import { aboutNames } from '../platform/frame-texts.ts';
import { ABOUT_ALIASES, paths } from '../platform/paths.ts';
import { PHOTO_FOLDER } from '../platform/picture-addresses.ts';

const page = (title: string, path: string): LinkTarget => ({ kind: 'page', title, detail: '', path });

/** The pages of the site and the parts of the catalogue. */
export const siteLinks: LinkTargets = {
  pages: [
    ...ABOUT_ALIASES.map((alias) => page(aboutNames[alias], paths.about(alias))),
    page(linkDialog.catalog, paths.catalog),
    page(linkDialog.makers, NAME_LISTS.maker),
    page(linkDialog.price, paths.priceDownload),
  ],
  async parts(query, signal) {
    const lines = suggestedParts(query, await askSuggestions(query, signal), PHOTO_FOLDER);
    return lines.flatMap((line): LinkTarget[] => {
      if (line.kind !== 'part') return [];
      const { title, maker, article, path } = line.part;
      const name = title.map(({ text }) => text).join('');
      const number = article.map(({ text }) => text).join('');
      return [{ kind: 'part', title: name, detail: [maker, number].filter(Boolean).join(' '), path }];
    });
  },
};

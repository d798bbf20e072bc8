// Builds /rss.xml, the feed of published slides (news of the front page); each entry links to its slide there.
import rss from '@astrojs/rss';
import type { APIRoute } from 'astro';
import { markupHtml } from '../lib/markdown/markup.ts';
import { readContent } from '../lib/pages/built-content.ts';
import { feed } from '../lib/pages/front-texts.ts';
import { paths } from '../lib/platform/paths.ts';
import { feedText } from '../lib/platform/search-engines.ts';
import { site } from '../lib/platform/site.ts';

export const GET: APIRoute = async () => {
  const content = await readContent();
  return rss({
    title: feed.title,
    description: feed.description,
    site: site.url,
    trailingSlash: false,
    customData: '<language>ru</language>',
    items: (content?.slides ?? []).map(({ id, title, message, createdAt }) => ({
      title: feedText(title),
      link: `${site.url}${paths.home}#slide-${id}`,
      pubDate: new Date(createdAt),
      content: feedText(absolute(markupHtml(message))),
    })),
  });
};

/** Makes addresses absolute: readers of a feed do not know the site. */
const absolute = (html: string): string =>
  html.replace(/ (src|href)="\//g, (_, attribute) => ` ${attribute}="${site.url}/`);

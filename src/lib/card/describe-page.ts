import { site } from '../site/site.ts';

interface Texts {
  readonly title: string;
  readonly description: string;
}

/** Tells the tab, search engines and shared links what a shell shows now, and which address is its own. */
export function describePage({ title, description }: Texts, path: string): void {
  const address = site.url + path;
  document.title = title;
  setMeta('name', 'description', description);
  setMeta('property', 'og:title', title);
  setMeta('property', 'og:description', description);
  setMeta('property', 'og:url', address);
  const canonical =
    document.querySelector<HTMLLinkElement>('link[rel="canonical"]') ?? document.createElement('link');
  canonical.rel = 'canonical';
  canonical.href = address;
  document.head.append(canonical);
}

function setMeta(key: 'name' | 'property', value: string, content: string): void {
  const meta = document.querySelector(`meta[${key}="${value}"]`) ?? document.createElement('meta');
  meta.setAttribute(key, value);
  meta.setAttribute('content', content);
  document.head.append(meta);
}

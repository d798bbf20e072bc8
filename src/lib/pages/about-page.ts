// Script of a company page in the browser: replaces the text of the build by the present one where the two differ.
import { fetchPageText, refreshShown, textHash } from './fresh-content.ts';

/** Shows a text as the company page of this article; the converter is loaded only now. */
export async function showAbout(article: HTMLElement, text: string | null): Promise<void> {
  const { aboutHtml } = await import('./page-html.ts');
  article.innerHTML = aboutHtml(article.dataset.name ?? '', text);
}

/** Keeps the text of a company page fresh: what was built stays when the service does not answer. */
export function keepFresh(article: HTMLElement): void {
  refreshShown(article, {
    ask: () => fetchPageText(article.dataset.alias ?? ''),
    hash: textHash,
    show: (text) => showAbout(article, text),
  }).catch(() => {
    // The page came without its text: say so instead of waiting for ever.
    const waiting = article.dataset.failed && article.querySelector('p');
    if (waiting) waiting.textContent = article.dataset.failed ?? '';
  });
}

/** Name of a company page among the drafts of this device. */
export const pageDraft = (alias: string): string => `about:${alias}`;

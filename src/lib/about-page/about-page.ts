import { askText, refreshShown } from '../site/refresh.ts';
import { textHash } from '../site/shown.ts';

/** Shows a text as the company page of this article; the converter is loaded only now. */
export async function showAbout(article: HTMLElement, text: string | null): Promise<void> {
  const { aboutHtml } = await import('../content/about-text.ts');
  article.innerHTML = aboutHtml(article.dataset.name ?? '', text);
}

/** Keeps the text of a company page fresh: what was built stays when the service does not answer. */
export function keepFresh(article: HTMLElement): void {
  refreshShown(article, {
    ask: () => askText(article.dataset.alias ?? ''),
    hash: textHash,
    show: (text) => showAbout(article, text),
  }).catch(() => {
    // The page came without its text: say so instead of waiting for ever.
    const waiting = article.dataset.failed && article.querySelector('p');
    if (waiting) waiting.textContent = article.dataset.failed ?? '';
  });
}

import * as chromeLauncher from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { findChromium } from './chromium.ts';

export type Category = 'performance' | 'accessibility' | 'best-practices' | 'seo';

/** What Lighthouse says of one page with the profile of a phone. */
export interface PageAudit {
  /** Points of 100 by category. */
  readonly scores: Readonly<Partial<Record<Category, number>>>;
  /** Audits that cost points, with the elements they name. */
  readonly faults: readonly string[];
}

export interface Lighthouse {
  /** Loads the page with an empty cache and judges it. Throws when it cannot be loaded. */
  audit(address: string, categories: readonly Category[]): Promise<PageAudit>;
  close(): void;
}

/** Calm after which a page counts as loaded, milliseconds. */
const QUICK = { networkQuietThresholdMs: 1_000, cpuQuietThresholdMs: 500, pauseAfterLoadMs: 500, pauseAfterFcpMs: 500 };

/** The browser lost the recording of a page that it loaded, which says nothing of the page: Lighthouse asks to run again. */
const LOST_RECORDINGS: ReadonlySet<string> = new Set(['NO_TRACING_STARTED', 'NO_NAVSTART']);
const TRIES = 3;

/** Starts a browser for Lighthouse. https://github.com/GoogleChrome/lighthouse/blob/main/docs/readme.md#using-programmatically */
export async function openLighthouse(): Promise<Lighthouse> {
  const chrome = await chromeLauncher.launch({
    chromePath: findChromium() ?? undefined,
    chromeFlags: [
      '--headless=new',
      '--disable-gpu',
      '--disable-quic',
      // A browser of the superuser has no sandbox of its own.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
    logLevel: 'error',
  });
  return {
    async audit(address, categories) {
      const load = () =>
        lighthouse(address, {
          port: chrome.port,
          onlyCategories: [...categories],
          output: 'json',
          logLevel: 'error',
          disableFullPageScreenshot: true,
          // Only the speed has to be waited for.
          ...(categories.includes('performance') ? {} : QUICK),
        });
      let result = await load();
      for (let left = TRIES - 1; left > 0 && isRecordingLost(result); left -= 1) result = await load();
      if (!result || result.lhr.runtimeError)
        throw new Error(`${address}: ${result?.lhr.runtimeError?.message ?? 'no result'}`);
      return judged(result.lhr);
    },
    close: () => chrome.kill(),
  };
}

type Result = Awaited<ReturnType<typeof lighthouse>>;
type Report = NonNullable<Result>['lhr'];

const isRecordingLost = (result: Result): boolean => LOST_RECORDINGS.has(result?.lhr.runtimeError?.code ?? '');

function judged({ categories, audits }: Report): PageAudit {
  const entries = Object.values(categories);
  const weighed = entries.flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0));
  const failed = new Set(weighed.map(({ id }) => id));
  return {
    scores: Object.fromEntries(entries.map(({ id, score }) => [id, Math.round((score ?? 0) * 100)])),
    faults: [...failed]
      .map((id) => audits[id])
      .filter((audit) => audit && audit.score !== null && audit.score < 1)
      .map((audit) => `${audit?.id}: ${audit?.title} ${elementsOf(audit?.details)}`.trim()),
  };
}

/** Elements and addresses that an audit names. */
function elementsOf(details: unknown): string {
  const { items = [] } = (details ?? {}) as { items?: readonly AuditItem[] };
  return items
    .map(({ node, description, url, sourceLocation }) => [node?.snippet, description, url, sourceLocation?.url])
    .map((parts) => parts.filter(Boolean).join(' '))
    .filter(Boolean)
    .join(' | ');
}

interface AuditItem {
  readonly node?: { readonly snippet?: string };
  readonly description?: string;
  readonly url?: string;
  readonly sourceLocation?: { readonly url?: string };
}

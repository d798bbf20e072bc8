import type { Package } from './lock.ts';

/** A known weakness of a package that is installed. */
export interface Advisory {
  readonly name: string;
  readonly severity: string;
  readonly titles: readonly string[];
  /** The running product has it, not only its tools. */
  readonly inProduct: boolean;
}

/** What the registry knows, or why it did not say. */
export type Asked = { readonly known: readonly Advisory[] } | { readonly unanswered: string };

interface Report {
  readonly message?: string;
  readonly vulnerabilities?: Readonly<
    Record<
      string,
      {
        readonly severity: string;
        readonly nodes?: readonly string[];
        readonly via?: readonly (string | { readonly title?: string; readonly url?: string })[];
      }
    >
  >;
}

/** Reads what `npm audit --json` has printed about these packages. */
export function readAudit(printed: string, packages: readonly Package[]): Asked {
  const report = reportOf(printed);
  if (!report.vulnerabilities) return { unanswered: report.message ?? 'no answer that could be read' };
  const ofTools = new Set(packages.filter(({ dev }) => dev).map(({ place }) => place));
  const known = Object.entries(report.vulnerabilities).map(([name, { severity, nodes = [], via = [] }]) => ({
    name,
    severity,
    titles: via.map((each) => (typeof each === 'string' ? `by ${each}` : [each.title, each.url].join(' '))),
    inProduct: nodes.length === 0 || nodes.some((place) => !ofTools.has(place)),
  }));
  return { known };
}

function reportOf(printed: string): Report {
  try {
    return JSON.parse(printed) as Report;
  } catch {
    return {};
  }
}

import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { openMeters } from '../../../server/platform/watch/meters.ts';
import type { Readings } from '../../../server/platform/watch/readings.ts';

const textOf = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

/** Words of a query that are no metric: functions, operators, and what Prometheus itself measures. */
const OF_PROMETHEUS = new Set([
  'up',
  'time',
  'sum',
  'rate',
  'topk',
  'changes',
  'increase',
  'by',
  'or',
  'histogram_quantile',
]);

const READINGS: Readings = {
  databases: [],
  outboxes: [],
  imports: { running: 0, waiting: 0 },
  requests: null,
  index: { revision: 1, behind: 0, asOf: null, bytes: 1 },
  disk: { free: 1, size: 2 },
  storage: null,
  backups: { lastAt: 1, failed: false },
};

/** What /metrics names, with the series of its histograms. */
async function metricNames(): Promise<ReadonlySet<string>> {
  const meters = openMeters({
    ...{ readings: async () => READINGS, clock: () => 0, siteAnswers: () => 0, buildSeconds: () => 0 },
  });
  onTestFinished(() => meters.close());
  const types = [...(await meters.text()).matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  return new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
}

/** The names in a query, without labels, their values, and spans. */
function namesIn(query: string): string[] {
  const bare = query
    .replace(/\{[^}]*\}/g, '')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/by \([^)]*\)/g, '');
  return (bare.match(/[a-z_][a-z\d_]*/gi) ?? []).filter((word) => !OF_PROMETHEUS.has(word));
}

const alerts = () =>
  textOf('deploy/prometheus-alerts.yml')
    .split(/^ {6}- alert: /m)
    .slice(1)
    .map((rule) => {
      const field = (name: string) => new RegExp(`^ +${name}: (.+)$`, 'm').exec(rule)?.[1] ?? '';
      return {
        name: rule.slice(0, rule.indexOf('\n')),
        query: field('expr').replace(/^'(.*)'$/, '$1'),
        wait: field('for'),
        severity: field('severity'),
        summary: field('summary'),
        runbook: field('runbook_url'),
      };
    });

test('every alert asks for metrics that there are', async () => {
  const names = await metricNames();
  const rules = alerts();
  expect(rules.length).toBeGreaterThan(10);
  for (const { name, query, wait, severity, summary } of rules) {
    expect([name, namesIn(query).filter((one) => !names.has(one))]).toEqual([name, []]);
    expect(wait).toMatch(/^\d+m$/);
    expect(['page', 'ticket']).toContain(severity);
    expect(summary).not.toBe('');
  }
});

test('every panel of the dashboard asks for metrics that there are', async () => {
  const names = await metricNames();
  const { panels } = JSON.parse(textOf('deploy/grafana-dashboard.json')) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };
  expect(panels.length).toBeGreaterThan(10);
  const asked = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => namesIn(expr)));
  // What an alert is about can be looked at.
  for (const { name, query } of alerts())
    expect([name, namesIn(query).filter((one) => !asked.includes(one))]).toEqual([name, []]);
  for (const { title, targets } of panels)
    for (const { expr } of targets)
      expect([title, namesIn(expr).filter((one) => !names.has(one))]).toEqual([title, []]);
});

test('every alert leads to what the handbook says of it, and the handbook names no other', () => {
  const headings = [...textOf('docs/operations.md').matchAll(/^#### (PartsShop\w+)$/gm)].map(([, name]) => name);
  expect(headings).toEqual(alerts().map(({ name }) => name));
  for (const { name, runbook } of alerts()) expect(runbook).toBe(`docs/operations.md#${name.toLowerCase()}`);
});

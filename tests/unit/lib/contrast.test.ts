import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('../../../src/styles/tokens.css', import.meta.url), 'utf8');

/** The colours that a selector sets, by token. */
function colours(selector: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const block of css.split('}')) {
    const [head = '', body = ''] = block.split('{');
    if (head.replace(/\/\*[\s\S]*?\*\//g, '').trim() !== selector) continue;
    for (const [, name, value] of body.matchAll(/--([\w-]+):\s*(#[\da-f]{3,6});/g)) {
      if (name && value) found[name] = value;
    }
  }
  return found;
}

const root = colours(':root');
const themes = {
  light: { ...root, ...colours('[data-theme="light"]') },
  dark: { ...root, ...colours('[data-theme="dark"]') },
} as const;

/** Relative luminance, WCAG 2.2. */
function luminance(hex: string): number {
  const digits = hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit) : hex.match(/[\da-f]{2}/g);
  const [red = 0, green = 0, blue = 0] = (digits ?? []).map((pair) => {
    const share = Number.parseInt(pair, 16) / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(first: string, second: string): number {
  const [light = 0, dark = 0] = [luminance(first), luminance(second)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const TEXT = 4.5;
const SHAPE = 3;
const PAIRS: readonly (readonly [ink: string, ground: string, least: number])[] = [
  ['ink', 'bg', TEXT],
  ['ink', 'panel', TEXT],
  ['muted', 'bg', TEXT],
  ['muted', 'panel', TEXT],
  ['signal', 'bg', TEXT],
  ['signal', 'panel', TEXT],
  ['signal', 'signal-soft', TEXT],
  ['ink', 'signal-soft', TEXT],
  ['signal-ink', 'signal', TEXT],
  ['signal-ink', 'signal-hover', TEXT],
  ['bad', 'bg', TEXT],
  ['bad', 'panel', TEXT],
  ['bar-ink', 'bar', TEXT],
  ['bar-muted', 'bar', TEXT],
  ['bar-signal', 'bar', TEXT],
  ...(['ok', 'warn', 'bad'] as const).flatMap((tone) => [
    [tone, `${tone}-soft`, TEXT] as const,
    ['ink', `${tone}-soft`, TEXT] as const,
  ]),
  ['control-line', 'bg', SHAPE],
  ['control-line', 'panel', SHAPE],
];

describe.each(Object.entries(themes))('in the %s theme', (_theme, tokens: Record<string, string>) => {
  test.each(PAIRS)('%s on %s has a contrast of at least %s', (ink, ground, least) => {
    expect(tokens[ink], ink).toBeDefined();
    expect(tokens[ground], ground).toBeDefined();
    expect(contrast(tokens[ink] ?? '', tokens[ground] ?? '')).toBeGreaterThanOrEqual(least);
  });
});

test('both themes name the same tokens', () => {
  expect(Object.keys(themes.dark).sort()).toEqual(Object.keys(themes.light).sort());
});

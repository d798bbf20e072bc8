/** Colours of one variant: dark edge, body, light, for the main material and for the second one. */
interface Palette {
  readonly body: readonly [string, string, string];
  readonly accent: readonly [string, string, string];
}

const GRAPHITE = ['#23282e', '#4d565f', '#9aa4ad'] as const;
const AMBER = ['#8a4306', '#e08a1e', '#ffd48a'] as const;
const STEEL = ['#6d747b', '#b9bfc4', '#f4f5f5'] as const;
const DARK = ['#14171a', '#2d3237', '#676f77'] as const;

const PALETTES: readonly Palette[] = [
  { body: GRAPHITE, accent: AMBER },
  { body: AMBER, accent: GRAPHITE },
];

/** The main colour of a variant and its shine, for parts drawn by strokes. */
export const bodyColours = (variant: number): { colour: string; shine: string } => {
  const [, colour, shine] = (PALETTES[variant - 1] ?? { body: GRAPHITE }).body;
  return { colour, shine };
};

const stops = ([edge, middle, light]: readonly [string, string, string]): string =>
  `<stop offset="0" stop-color="${edge}"/><stop offset=".16" stop-color="${middle}"/><stop offset=".34" stop-color="${light}"/><stop offset=".56" stop-color="${middle}"/><stop offset="1" stop-color="${edge}"/>`;

const gradients = (name: string, colours: readonly [string, string, string]): string =>
  `<linearGradient id="${name}H">${stops(colours)}</linearGradient><linearGradient id="${name}V" x2="0" y2="1">${stops(colours)}</linearGradient><radialGradient id="${name}R" cx=".36" cy=".3" r=".85"><stop offset="0" stop-color="${colours[2]}"/><stop offset=".45" stop-color="${colours[1]}"/><stop offset="1" stop-color="${colours[0]}"/></radialGradient>`;

const flat = (name: string, from: string, to: string): string =>
  `<linearGradient id="${name}" x2="1" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`;

/** A whole picture, 500 × 400: squared paper, a soft shadow, the drawing in one variant's colours (from 1). */
export function sheet(drawing: string, variant: number): string {
  const palette = PALETTES[variant - 1] ?? { body: GRAPHITE, accent: AMBER };
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 500 400" width="500" height="400"><defs>${gradients('body', palette.body)}${gradients('accent', palette.accent)}${gradients('steel', STEEL)}${gradients('dark', DARK)}${flat('hole', '#15181b', '#3a4046')}${flat('paper', '#fffdf6', '#e6dcc6')}${flat('glass', '#e9f1f4', '#9fb1bb')}${flat('red', '#e2553b', '#8f2415')}<linearGradient id="sheet" x2="0" y2="1"><stop offset="0" stop-color="#faf7f0"/><stop offset="1" stop-color="#eee9dd"/></linearGradient><radialGradient id="shadow"><stop offset="0" stop-color="#3b342a" stop-opacity=".34"/><stop offset="1" stop-color="#3b342a" stop-opacity="0"/></radialGradient><pattern id="squares" width="20" height="20" patternUnits="userSpaceOnUse"><path d="M20 0H0V20" fill="none" stroke="#e6dfd0" stroke-width=".7"/></pattern></defs><style>.axis{stroke:#a84d08;stroke-width:1;stroke-dasharray:14 4 2 4;fill:none;opacity:.55}.size{stroke:#8b8474;stroke-width:1.1;fill:none}</style><rect width="500" height="400" fill="url(#sheet)"/><rect width="500" height="400" fill="url(#squares)"/><ellipse cx="250" cy="346" rx="190" ry="20" fill="url(#shadow)"/><g stroke="#1b1f23" stroke-width="2.4" stroke-linejoin="round" stroke-linecap="round">${drawing}</g></svg>`;
}

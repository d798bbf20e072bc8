/** Pieces of SVG in a field of 500 × 400; every function gives markup. */

/** Fills: `H` shades across (an upright cylinder), `V` shades down (a lying one), `R` from the middle. */
export type Paint =
  | 'bodyH'
  | 'bodyV'
  | 'bodyR'
  | 'steelH'
  | 'steelV'
  | 'steelR'
  | 'darkH'
  | 'darkV'
  | 'darkR'
  | 'accentH'
  | 'accentV'
  | 'accentR'
  | 'hole'
  | 'paper'
  | 'glass'
  | 'red';

const filled = (paint: Paint): string => `fill="url(#${paint})"`;
const near = (value: number): number => Math.round(value * 10) / 10;

export const rect = (x: number, y: number, width: number, height: number, paint: Paint, round = 3): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${round}" ${filled(paint)}/>`;

export const circle = (x: number, y: number, radius: number, paint: Paint): string =>
  `<circle cx="${near(x)}" cy="${near(y)}" r="${radius}" ${filled(paint)}/>`;

export const ellipse = (x: number, y: number, across: number, down: number, paint: Paint): string =>
  `<ellipse cx="${x}" cy="${y}" rx="${across}" ry="${down}" ${filled(paint)}/>`;

export const path = (data: string, paint: Paint): string =>
  `<path d="${data}" ${filled(paint)} fill-rule="evenodd"/>`;

/** Thin inner lines, without a fill. */
export const line = (data: string, width = 1.6, opacity = 0.75): string =>
  `<path d="${data}" fill="none" stroke-width="${width}" opacity="${opacity}"/>`;

/** A thick bent bar: a hose, a belt, a bent rod, with a shine along it. */
export const bar = (data: string, width: number, colour: string, shine: string): string =>
  `<path d="${data}" fill="none" stroke-width="${width + 5}"/><path d="${data}" fill="none" stroke="${colour}" stroke-width="${width}"/><path d="${data}" fill="none" stroke="${shine}" stroke-width="${near(width * 0.28)}" opacity=".55" transform="translate(${near(-width * 0.1)} ${near(-width * 0.14)})"/>`;

export const turned = (degrees: number, markup: string, x = 250, y = 200): string =>
  `<g transform="rotate(${degrees} ${x} ${y})">${markup}</g>`;

export const moved = (x: number, y: number, markup: string, scale = 1): string =>
  `<g transform="translate(${x} ${y}) scale(${scale})">${markup}</g>`;

/** The markup for each of `count` numbers from 0, joined. */
export const times = (count: number, markup: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => markup(at)).join('');

/** The same markup around a centre. */
export const around = (count: number, markup: string, x = 250, y = 200, from = 0): string =>
  times(count, (at) => turned(near(from + (360 / count) * at), markup, x, y));

/** Circles on a circle: bolt holes, balls. */
export const dots = (
  count: number,
  x: number,
  y: number,
  reach: number,
  radius: number,
  paint: Paint,
): string =>
  times(count, (at) => {
    const angle = (Math.PI * 2 * at) / count - Math.PI / 2;
    return circle(x + reach * Math.cos(angle), y + reach * Math.sin(angle), radius, paint);
  });

/** The outline of a toothed wheel. */
export function teeth(x: number, y: number, count: number, outer: number, inner: number): string {
  const step = (Math.PI * 2) / count;
  const point = (angle: number, radius: number): string =>
    `${near(x + radius * Math.cos(angle))} ${near(y + radius * Math.sin(angle))}`;
  const corners = Array.from({ length: count }, (_, at) => {
    const angle = at * step;
    return [
      point(angle - step * 0.3, inner),
      point(angle - step * 0.17, outer),
      point(angle + step * 0.17, outer),
      point(angle + step * 0.3, inner),
    ].join('L');
  });
  return `M${corners.join('L')}Z`;
}

/** Dash-and-dot centre lines through a point, and nothing else. */
export const axes = (x: number, y: number, across: number, down: number): string =>
  `<path class="axis" d="M${x - across} ${y}H${x + across}M${x} ${y - down}V${y + down}"/>`;

/** A dimension below an object, from x to x. */
export const widthMark = (from: number, to: number, y: number, top: number): string =>
  `<path class="size" d="M${from} ${top}V${y + 8}M${to} ${top}V${y + 8}M${from} ${y}H${to}m-11-4l11 4-11 4M${from + 11} ${y - 4}L${from} ${y}l11 4"/>`;

/** A dimension to the right of an object, from y to y. */
export const heightMark = (from: number, to: number, x: number, left: number): string =>
  `<path class="size" d="M${left} ${from}H${x + 8}M${left} ${to}H${x + 8}M${x} ${from}V${to}m-4-11l4 11 4-11M${x - 4} ${from + 11}L${x} ${from}l4 11"/>`;

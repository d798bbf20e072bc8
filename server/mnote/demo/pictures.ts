/** Size of a drawing: that of a stored picture of double width. */
const WIDTH = 700;
const HEIGHT = 420;

const INK = '#23282e';
const AMBER = '#e08a1e';
const STEEL = '#b9bfc4';

const circle = (x: number, y: number, radius: number, fill: string, edge = INK) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}" stroke="${edge}" stroke-width="5"/>`;

const box = (x: number, y: number, width: number, height: number, fill: string, round = 8) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${round}" fill="${fill}" stroke="${INK}" stroke-width="5"/>`;

/** The same drawing `count` times around a point. */
const around = (count: number, x: number, y: number, drawing: string) =>
  Array.from(
    { length: count },
    (_, at) => `<g transform="rotate(${(at * 360) / count} ${x} ${y})">${drawing}</g>`,
  ).join('');

const wheel = (x: number) =>
  circle(x, 330, 44, INK) + circle(x, 330, 20, STEEL) + around(6, x, 330, circle(x, 318, 3, INK));

const brakeDisc = () =>
  circle(330, 210, 160, STEEL) +
  circle(330, 210, 128, '#dfe3e6') +
  around(12, 330, 210, circle(330, 108, 9, INK) + circle(342, 134, 6, INK)) +
  circle(330, 210, 66, '#8e969d') +
  around(5, 330, 210, circle(330, 172, 9, INK)) +
  circle(330, 210, 24, INK) +
  `<path d="M420 66a180 180 0 0 1 88 216l-62-22a116 116 0 0 0-56-138z" fill="${AMBER}" stroke="${INK}" stroke-width="5" stroke-linejoin="round"/>` +
  '<path d="M446 112a140 140 0 0 1 32 122" fill="none" stroke="#8a4306" stroke-width="10" stroke-linecap="round"/>';

const truck = () =>
  `<path d="M40 376h620" stroke="${INK}" stroke-width="5" stroke-linecap="round"/>` +
  '<path d="M20 150h70M50 200h50M10 250h80" stroke="#c9bfa8" stroke-width="8" stroke-linecap="round"/>' +
  box(120, 90, 340, 230, '#fffdf6') +
  box(180, 150, 90, 90, AMBER) +
  '<path d="M180 180h90M225 150v30" stroke="#8a4306" stroke-width="5"/>' +
  box(300, 190, 50, 50, STEEL) +
  `<path d="M460 150h90q20 0 30 18l46 82v70H460z" fill="${AMBER}" stroke="${INK}" stroke-width="5" stroke-linejoin="round"/>` +
  `<path d="M490 178h58l38 66h-96z" fill="#e9f1f4" stroke="${INK}" stroke-width="5" stroke-linejoin="round"/>` +
  box(110, 312, 524, 18, INK) +
  wheel(200) +
  wheel(300) +
  wheel(560);

const track = () =>
  `<rect x="70" y="120" width="560" height="210" rx="105" fill="none" stroke="${INK}" stroke-width="34" stroke-dasharray="40 9"/>` +
  `<rect x="70" y="120" width="560" height="210" rx="105" fill="none" stroke="${STEEL}" stroke-width="8"/>` +
  around(14, 175, 225, `<path d="M165 150h20l-4 24h-12z" fill="${INK}"/>`) +
  circle(175, 225, 58, AMBER) +
  circle(175, 225, 20, INK) +
  circle(525, 225, 66, STEEL) +
  circle(525, 225, 24, INK) +
  [270, 350, 430].map((x) => circle(x, 276, 34, '#8e969d') + circle(x, 276, 10, INK)).join('') +
  circle(350, 158, 20, AMBER);

/** The drawings, with the names that their files go by. */
export const PICTURES = {
  'brake-disc': { title: 'Тормозной диск', draw: brakeDisc },
  truck: { title: 'Грузовик', draw: truck },
  track: { title: 'Гусеница', draw: track },
} as const;
export type PictureName = keyof typeof PICTURES;

/** A drawing on squared paper, as SVG. */
export const drawnPicture = (name: PictureName): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"><defs><pattern id="squares" width="28" height="28" patternUnits="userSpaceOnUse"><path d="M28 0H0V28" fill="none" stroke="#e6dfd0"/></pattern></defs><rect width="${WIDTH}" height="${HEIGHT}" fill="#f5f1e7"/><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#squares)"/>${PICTURES[name].draw()}</svg>`;

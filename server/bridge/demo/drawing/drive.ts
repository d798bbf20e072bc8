import {
  around,
  axes,
  bar,
  circle,
  dots,
  ellipse,
  heightMark,
  line,
  moved,
  path,
  rect,
  teeth,
  times,
  turned,
  widthMark,
} from './shapes.ts';

export const bearing = (): string =>
  circle(250, 200, 140, 'steelR') +
  circle(250, 200, 112, 'darkR') +
  dots(12, 250, 200, 91, 21, 'steelR') +
  circle(250, 200, 70, 'steelR') +
  circle(250, 200, 50, 'bodyR') +
  circle(250, 200, 44, 'paper') +
  line('M250 70A130 130 0 0 1 370 150', 3, 0.25) +
  axes(250, 200, 165, 165);

export const bushing = (): string =>
  rect(100, 130, 130, 180, 'bodyH', 3) +
  ellipse(165, 310, 65, 15, 'bodyH') +
  ellipse(165, 130, 65, 17, 'bodyV') +
  ellipse(165, 130, 44, 11, 'hole') +
  line('M108 150Q165 175 222 250M108 250Q165 270 222 300', 2) +
  turned(
    12,
    rect(300, 90, 70, 220, 'steelH', 6) +
      ellipse(335, 92, 35, 9, 'steelV') +
      rect(292, 286, 86, 30, 'accentH', 6) +
      line('M300 130H370M300 136H370') +
      circle(335, 210, 7, 'hole'),
    335,
    200,
  );

export const shaft = (): string =>
  turned(
    -14,
    rect(50, 182, 60, 36, 'steelV', 4) +
      times(6, (at) => line(`M52 ${187 + at * 5}H106`, 1.4)) +
      rect(110, 170, 70, 60, 'bodyV', 4) +
      rect(180, 150, 46, 100, 'steelV', 4) +
      times(9, (at) => line(`M180 ${157 + at * 11}H226`, 1.8)) +
      rect(226, 172, 74, 56, 'bodyV', 3) +
      rect(300, 156, 34, 88, 'accentV', 4) +
      rect(334, 176, 70, 48, 'steelV', 3) +
      rect(404, 186, 46, 28, 'steelV', 4) +
      line('M410 192H446M410 198H446M410 204H446') +
      rect(244, 188, 40, 10, 'hole', 5),
  );

export const cardan = (): string => {
  const fork =
    path('M0 -46H34Q62 -46 66 -18L70 -10V10L66 18Q62 46 34 46H0V24H28Q38 24 38 0Q38 -24 28 -24H0Z', 'bodyV') +
    circle(14, -34, 8, 'hole') +
    circle(14, 34, 8, 'hole');
  return turned(
    -18,
    rect(150, 172, 210, 56, 'steelV', 4) +
      rect(142, 164, 26, 72, 'bodyV', 4) +
      rect(296, 160, 64, 80, 'bodyV', 6) +
      line('M296 176H360M296 188H360M296 200H360M296 212H360M296 224H360') +
      moved(144, 200, `<g transform="scale(-1 1)">${fork}</g>`) +
      moved(358, 200, fork) +
      circle(122, 200, 18, 'accentR') +
      circle(380, 200, 18, 'accentR') +
      rect(48, 150, 26, 100, 'steelV', 4) +
      rect(428, 150, 26, 100, 'steelV', 4) +
      rect(66, 182, 22, 36, 'steelV', 3) +
      rect(414, 182, 22, 36, 'steelV', 3),
  );
};

export const gear = (): string =>
  path(teeth(230, 205, 26, 140, 116), 'bodyR') +
  circle(230, 205, 100, 'steelR') +
  circle(230, 205, 82, 'bodyR') +
  around(6, circle(230, 146, 15, 'paper'), 230, 205) +
  circle(230, 205, 40, 'steelR') +
  path('M202 205a28 28 0 1 0 56 0a28 28 0 1 0 -56 0', 'paper') +
  rect(222, 170, 16, 14, 'paper', 1) +
  path(teeth(400, 110, 14, 62, 46), 'accentR') +
  circle(400, 110, 30, 'steelR') +
  circle(400, 110, 15, 'paper') +
  axes(230, 205, 160, 160);

export const pump = (): string =>
  path('M140 130Q140 90 180 90H300Q340 90 340 130V280Q340 310 310 310H170Q140 310 140 280Z', 'bodyR') +
  circle(240, 200, 84, 'steelR') +
  circle(240, 200, 66, 'bodyR') +
  rect(330, 150, 60, 100, 'steelV', 4) +
  rect(384, 176, 66, 48, 'steelV', 4) +
  line('M392 184H446M392 192H446M392 200H446M392 208H446M392 216H446') +
  rect(206, 52, 68, 44, 'steelH', 4) +
  rect(196, 44, 88, 18, 'accentH', 4) +
  rect(70, 160, 76, 80, 'steelV', 4) +
  rect(58, 150, 22, 100, 'accentV', 4) +
  dots(6, 240, 200, 75, 6, 'hole') +
  circle(240, 200, 34, 'accentR') +
  circle(240, 200, 13, 'hole') +
  [164, 316].map((x) => circle(x, 112, 9, 'steelR') + circle(x, 290, 9, 'steelR')).join('') +
  rect(120, 310, 240, 20, 'bodyV', 4);

export const clutch = (): string =>
  circle(250, 200, 146, 'darkR') +
  path(
    'M104 200a146 146 0 1 0 292 0a146 146 0 1 0 -292 0ZM164 200a86 86 0 1 0 172 0a86 86 0 1 0 -172 0Z',
    'bodyR',
  ) +
  around(16, line('M250 58V112', 2.6, 0.6)) +
  dots(16, 250, 200, 120, 4.5, 'hole') +
  circle(250, 200, 84, 'steelR') +
  around(
    6,
    path('M226 132H274Q280 146 274 158H226Q220 146 226 132Z', 'hole') +
      rect(230, 138, 40, 14, 'accentV', 4) +
      line('M238 138V152M246 138V152M254 138V152M262 138V152', 2),
  ) +
  path(teeth(250, 200, 20, 30, 25), 'steelR') +
  circle(250, 200, 21, 'paper') +
  path(teeth(250, 200, 14, 20, 15), 'paper');

export const belt = (): string => {
  const loop =
    'M130 96C200 60 330 120 400 190C450 244 420 320 346 312C260 300 96 236 84 180C78 146 96 112 130 96Z';
  return (
    bar(loop, 30, '#2b3036', '#767f88') +
    `<path d="${loop}" fill="none" stroke="#0f1214" stroke-width="1.6" transform="translate(0 5)"/><path d="${loop}" fill="none" stroke="#0f1214" stroke-width="1.6" transform="translate(0 -5)"/>` +
    circle(155, 170, 44, 'bodyR') +
    circle(155, 170, 30, 'steelR') +
    circle(155, 170, 13, 'hole') +
    circle(348, 250, 36, 'accentR') +
    circle(348, 250, 22, 'steelR') +
    circle(348, 250, 10, 'hole')
  );
};

export const bolts = (): string => {
  const bolt = (length: number): string =>
    rect(-30, -24, 60, 30, 'bodyH', 4) +
    line('M-12 -24V6M12 -24V6') +
    rect(-40, 6, 80, 10, 'steelH', 3) +
    rect(-16, 16, 32, length, 'steelH', 2) +
    times(Math.floor((length - 40) / 8), (at) => line(`M-16 ${52 + at * 8}l32 -6`, 2));
  const nut =
    path('M-21 -36H21L42 0L21 36H-21L-42 0Z', 'accentR') +
    circle(0, 0, 20, 'steelR') +
    circle(0, 0, 16, 'hole');
  return (
    moved(130, 100, turned(-6, bolt(190), 0, 0)) +
    moved(225, 90, turned(2, bolt(220), 0, 0)) +
    moved(320, 100, turned(8, bolt(170), 0, 0)) +
    moved(396, 292, nut) +
    moved(420, 216, nut, 0.8) +
    moved(404, 140, circle(0, 0, 34, 'steelR') + circle(0, 0, 17, 'paper'))
  );
};

export const hydraulicCylinder = (): string =>
  turned(
    -24,
    rect(90, 162, 220, 76, 'bodyV', 6) +
      rect(84, 156, 28, 88, 'bodyV', 6) +
      rect(292, 154, 34, 92, 'accentV', 5) +
      rect(326, 182, 110, 36, 'steelV', 2) +
      circle(62, 200, 36, 'bodyR') +
      circle(62, 200, 16, 'paper') +
      circle(452, 200, 32, 'steelR') +
      circle(452, 200, 14, 'paper') +
      rect(128, 136, 26, 30, 'steelH', 3) +
      rect(262, 136, 26, 30, 'steelH', 3) +
      bar('M141 140V128H240V140', 9, '#8c949b', '#f4f5f5') +
      line('M120 176H290', 2, 0.3),
  ) + widthMark(50, 450, 366, 352);

export const radiator = (): string =>
  rect(90, 96, 320, 200, 'hole', 2) +
  times(26, (at) => rect(96 + at * 12, 96, 5, 200, 'steelH', 0)) +
  times(19, (at) => line(`M92 ${104 + at * 10}H408`, 1.4, 0.7)) +
  rect(76, 90, 20, 214, 'bodyH', 3) +
  rect(404, 90, 20, 214, 'bodyH', 3) +
  rect(74, 60, 352, 42, 'bodyV', 12) +
  rect(74, 292, 352, 40, 'bodyV', 12) +
  rect(120, 34, 50, 32, 'steelH', 4) +
  rect(112, 44, 66, 10, 'accentH', 3) +
  ellipse(300, 56, 30, 10, 'accentV') +
  rect(330, 326, 50, 22, 'steelH', 4) +
  heightMark(60, 332, 460, 430);

export const hose = (): string =>
  bar('M96 300C96 120 190 80 250 200S400 300 404 110', 40, '#2b3036', '#767f88') +
  `<path d="M96 300C96 120 190 80 250 200S400 300 404 110" fill="none" stroke="#51585f" stroke-width="34" stroke-dasharray="3 9" stroke-linecap="butt" opacity=".6"/>` +
  moved(
    96,
    306,
    rect(-26, -16, 52, 40, 'bodyH', 3) + rect(-32, 18, 64, 34, 'steelH', 4) + line('M-12 18V52M12 18V52'),
  ) +
  moved(
    404,
    100,
    rect(-26, -22, 52, 40, 'bodyH', 3) +
      rect(-32, -52, 64, 34, 'steelH', 4) +
      line('M-12 -52V-18M12 -52V-18') +
      rect(-18, -66, 36, 16, 'accentH', 3),
  );

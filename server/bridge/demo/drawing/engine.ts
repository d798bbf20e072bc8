import {
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
  times,
  turned,
  widthMark,
} from './shapes.ts';

export const spinFilter = (): string =>
  heightMark(74, 330, 400, 345) +
  rect(160, 110, 180, 220, 'bodyH', 16) +
  line('M160 300H340M160 150H340') +
  rect(152, 92, 196, 26, 'steelH', 6) +
  ellipse(250, 92, 90, 13, 'darkH') +
  ellipse(250, 88, 30, 6, 'steelH') +
  rect(222, 66, 56, 22, 'steelH', 3) +
  line('M222 72H278M222 78H278M222 84H278') +
  times(9, (at) => line(`M${176 + at * 18.5} 306V326`, 2)) +
  rect(160, 190, 180, 60, 'accentH', 0) +
  line('M160 198H340M160 242H340') +
  axes(250, 200, 0, 160);

export const elementFilter = (): string =>
  rect(165, 90, 170, 240, 'paper', 4) +
  times(21, (at) => line(`M${169 + at * 8} 96V324`, 1.8, 0.35)) +
  rect(155, 310, 190, 28, 'bodyH', 8) +
  rect(155, 76, 190, 28, 'bodyH', 8) +
  ellipse(250, 76, 94, 14, 'bodyV') +
  ellipse(250, 75, 44, 7, 'hole') +
  line('M165 180H335M165 236H335', 2.2, 0.6) +
  heightMark(76, 338, 400, 350) +
  axes(250, 200, 0, 160);

export const airFilter = (): string =>
  ellipse(250, 310, 160, 34, 'bodyH') +
  rect(90, 120, 320, 190, 'paper', 0) +
  times(40, (at) => line(`M${94 + at * 8} 124V306`, 1.6, 0.3)) +
  times(6, (at) => line(`M90 ${150 + at * 28}H410`, 1, 0.3)) +
  path('M82 300H418V322C380 346 120 346 82 322Z', 'bodyH') +
  path('M82 100H418V130C380 150 120 150 82 130Z', 'bodyH') +
  ellipse(250, 102, 168, 36, 'bodyV') +
  ellipse(250, 100, 92, 19, 'hole') +
  ellipse(250, 104, 84, 15, 'paper') +
  line('M168 103A92 19 0 0 0 332 103');

export const cylinderHead = (): string =>
  path('M80 190L120 130H400L430 190V280H80Z', 'steelV') +
  path('M80 190H430V290H80Z', 'bodyV') +
  rect(66, 284, 378, 24, 'steelV', 3) +
  times(
    3,
    (at) => ellipse(150 + at * 105, 232, 34, 28, 'hole') + ellipse(150 + at * 105, 232, 24, 19, 'darkR'),
  ) +
  times(
    4,
    (at) => rect(104 + at * 86, 98, 24, 40, 'steelH', 4) + rect(98 + at * 86, 88, 36, 14, 'accentH', 4),
  ) +
  times(
    3,
    (at) =>
      rect(142 + at * 90, 108, 34, 30, 'accentH', 3) + line(`M${142 + at * 90} 116h34m-34 7h34m-34 7h34`, 2),
  ) +
  times(5, (at) => circle(92 + at * 82, 296, 6, 'hole')) +
  line('M100 160H412M90 175H424') +
  widthMark(66, 444, 336, 312);

export const piston = (): string =>
  path(
    'M150 80H350V250C350 264 344 276 334 276H306C300 240 288 222 250 222S200 240 194 276H166C156 276 150 264 150 250Z',
    'steelH',
  ) +
  ellipse(250, 80, 100, 17, 'steelV') +
  ellipse(250, 80, 46, 7, 'darkH') +
  rect(148, 104, 204, 10, 'darkH', 2) +
  rect(148, 124, 204, 10, 'bodyH', 2) +
  rect(148, 144, 204, 12, 'bodyH', 2) +
  circle(250, 200, 32, 'darkR') +
  circle(250, 200, 22, 'accentR') +
  circle(250, 200, 11, 'hole') +
  line('M170 170V255M330 170V255', 1.6, 0.4) +
  ellipse(250, 316, 104, 18, 'accentH') +
  ellipse(250, 314, 90, 13, 'paper') +
  path('M240 322h22v16h-22z', 'paper') +
  axes(250, 200, 130, 0);

export const liner = (): string =>
  rect(160, 80, 180, 250, 'steelH', 4) +
  rect(148, 86, 204, 26, 'bodyH', 4) +
  ellipse(250, 86, 102, 19, 'steelV') +
  ellipse(250, 86, 76, 13, 'hole') +
  rect(160, 250, 180, 9, 'accentH', 2) +
  rect(160, 272, 180, 9, 'accentH', 2) +
  rect(160, 294, 180, 9, 'darkH', 2) +
  ellipse(250, 330, 90, 12, 'steelH') +
  line('M176 128V236M324 128V236', 1.4, 0.4) +
  heightMark(86, 336, 400, 356);

export const gasket = (): string => {
  const hole = (x: number): string => `M${x - 48} 200a48 48 0 1 0 96 0a48 48 0 1 0 -96 0Z`;
  const plate = `M70 120Q70 108 82 108H418Q430 108 430 120V280Q430 292 418 292H82Q70 292 70 280Z${hole(132)}${hole(250)}${hole(368)}`;
  return (
    turned(
      -8,
      path(plate, 'bodyV') +
        [132, 250, 368]
          .map(
            (x) =>
              `<circle cx="${x}" cy="200" r="54" fill="none" stroke="#c9ced2" stroke-width="6"/>` +
              line(`M${x - 48} 200a48 48 0 1 0 96 0a48 48 0 1 0 -96 0`),
          )
          .join('') +
        [90, 191, 309, 410].map((x) => circle(x, 128, 9, 'paper') + circle(x, 272, 9, 'paper')).join('') +
        [150, 220, 280, 350].map((x) => circle(x, 122, 5, 'paper') + circle(x, 278, 5, 'paper')).join(''),
    ) + axes(250, 200, 200, 110)
  );
};

export const valve = (): string => {
  const one =
    path('M-8 -130H8V70C10 96 40 104 48 116V128H-48V116C-40 104 -10 96 -8 70Z', 'steelH') +
    rect(-10, -138, 20, 26, 'accentH', 3) +
    ellipse(0, 128, 48, 9, 'bodyH') +
    line('M-8 -100H8M-8 -94H8M-8 40H8');
  return moved(170, 205, turned(-10, one, 0, 0)) + moved(320, 200, turned(14, one, 0, 0));
};

export const injector = (): string =>
  turned(
    -38,
    rect(226, 60, 48, 60, 'bodyH', 5) +
      rect(216, 116, 68, 84, 'bodyH', 6) +
      line('M216 132H284M216 184H284') +
      rect(232, 200, 36, 70, 'steelH', 3) +
      rect(240, 270, 20, 50, 'steelH', 3) +
      path('M240 320H260L254 346H246Z', 'accentH') +
      rect(284, 132, 40, 26, 'steelV', 3) +
      rect(322, 126, 16, 38, 'accentV', 3) +
      rect(234, 36, 32, 26, 'darkH', 4) +
      line('M232 214H268M232 224H268M232 234H268') +
      rect(228, 204, 44, 8, 'accentH', 2),
  );

export const sparkPlug = (): string =>
  turned(
    -35,
    rect(240, 40, 20, 34, 'steelH', 5) +
      path('M228 74H272L268 170H232Z', 'paper') +
      line('M229 100H271M230 120H270M231 140H269') +
      rect(212, 168, 76, 46, 'bodyH', 4) +
      line('M230 168V214M270 168V214') +
      rect(222, 214, 56, 16, 'accentH', 3) +
      rect(230, 230, 40, 88, 'steelH', 2) +
      times(8, (at) => line(`M230 ${242 + at * 9}l40 -5`, 2)) +
      rect(243, 318, 14, 16, 'paper', 2) +
      bar('M266 318V344H246', 5, '#8c949b', '#f4f5f5'),
  );

export const turbo = (): string =>
  path('M210 100A105 105 0 1 0 300 250L300 210H210Z', 'steelR') +
  circle(200, 206, 106, 'steelR') +
  circle(200, 206, 62, 'darkR') +
  times(10, (at) =>
    turned(at * 36, path('M200 206C214 190 216 170 210 150C196 160 194 184 200 206Z', 'steelR'), 200, 206),
  ) +
  circle(200, 206, 14, 'accentR') +
  path('M200 100H330V64H346V156H330V142H262Z', 'steelV') +
  rect(300, 180, 60, 80, 'bodyV', 6) +
  path('M350 130C420 130 440 180 436 224C432 280 390 300 350 290Z', 'bodyR') +
  rect(376, 286, 60, 20, 'accentV', 3) +
  rect(384, 250, 44, 40, 'bodyH', 4) +
  dots(8, 200, 206, 88, 5, 'hole') +
  line('M380 150C404 170 408 220 396 252');

import { bar, circle, ellipse, line, moved, path, rect, times, turned, widthMark } from './shapes.ts';

export const seal = (): string =>
  moved(
    200,
    190,
    ellipse(0, 14, 126, 126, 'darkR') +
      circle(0, 0, 126, 'bodyR') +
      circle(0, 0, 106, 'darkR') +
      circle(0, 0, 88, 'accentR') +
      circle(0, 0, 80, 'darkR') +
      circle(0, 0, 66, 'paper'),
  ) +
  moved(
    370,
    280,
    circle(0, 4, 66, 'darkR') +
      circle(0, 0, 66, 'bodyR') +
      circle(0, 0, 50, 'darkR') +
      circle(0, 0, 40, 'accentR') +
      circle(0, 0, 32, 'paper'),
  );

export const sensor = (): string =>
  turned(
    -30,
    rect(214, 60, 72, 70, 'darkH', 8) +
      rect(226, 40, 48, 26, 'darkH', 4) +
      line('M236 40V66M250 40V66M264 40V66') +
      path('M196 130H304L314 152L304 176H196L186 152Z', 'accentH') +
      line('M226 130V176M274 130V176') +
      rect(222, 176, 56, 80, 'bodyH', 3) +
      times(8, (at) => line(`M222 ${188 + at * 9}l56 -5`, 2)) +
      rect(232, 256, 36, 60, 'steelH', 4) +
      path('M232 316H268L258 338H242Z', 'steelH'),
  );

export const starter = (): string =>
  rect(90, 170, 220, 130, 'bodyV', 14) +
  rect(80, 178, 30, 114, 'steelV', 6) +
  line('M130 170V300M270 170V300') +
  rect(150, 100, 150, 66, 'steelV', 10) +
  rect(140, 108, 24, 50, 'darkV', 4) +
  rect(110, 116, 34, 10, 'accentV', 2) +
  rect(110, 138, 34, 10, 'accentV', 2) +
  path('M300 96H360Q384 110 384 150V250Q384 290 350 306H300Z', 'steelR') +
  rect(384, 196, 56, 40, 'bodyV', 4) +
  times(5, (at) => line(`M392 ${202 + at * 7}H438`, 2)) +
  rect(372, 180, 20, 74, 'accentV', 4) +
  circle(338, 126, 9, 'hole') +
  circle(344, 276, 9, 'hole') +
  widthMark(80, 440, 348, 310);

export const generator = (): string =>
  rect(120, 110, 200, 190, 'steelV', 30) +
  rect(200, 104, 60, 202, 'bodyV', 2) +
  times(5, (at) => rect(136, 138 + at * 28, 46, 12, 'hole', 6)) +
  times(5, (at) => rect(276, 138 + at * 28, 34, 12, 'hole', 6)) +
  path('M150 112L130 70H180L190 112Z', 'steelV') +
  circle(156, 84, 9, 'hole') +
  path('M170 300L190 346H240L250 300Z', 'steelV') +
  circle(215, 330, 10, 'hole') +
  rect(320, 180, 30, 46, 'steelV', 3) +
  rect(344, 140, 60, 126, 'accentV', 6) +
  line('M344 156H404M344 170H404M344 184H404M344 222H404M344 236H404M344 250H404', 2) +
  rect(402, 188, 24, 30, 'steelV', 3) +
  rect(98, 176, 26, 60, 'darkV', 5);

export const headlamp = (): string =>
  path('M80 130Q90 96 130 96H370Q420 100 424 160L416 260Q410 304 360 304H150Q90 300 84 250Z', 'bodyR') +
  path('M104 140Q112 116 140 116H362Q402 120 404 162L398 250Q392 284 354 284H158Q112 280 106 244Z', 'glass') +
  circle(190, 200, 66, 'steelR') +
  circle(190, 200, 50, 'glass') +
  circle(190, 200, 20, 'accentR') +
  circle(324, 192, 50, 'steelR') +
  circle(324, 192, 36, 'glass') +
  circle(324, 192, 14, 'accentR') +
  path('M250 262H392Q388 282 354 284H250Z', 'accentV') +
  line('M130 150L170 126M140 166L200 128M300 134L344 126', 3, 0.35);

export const tailLamp = (): string =>
  rect(70, 120, 360, 160, 'bodyV', 16) +
  rect(86, 136, 104, 128, 'red', 8) +
  rect(198, 136, 104, 128, 'accentR', 8) +
  rect(310, 136, 104, 128, 'glass', 8) +
  times(6, (at) =>
    line(`M88 ${154 + at * 18}H188M200 ${154 + at * 18}H300M312 ${154 + at * 18}H412`, 1.2, 0.4),
  ) +
  [78, 422].map((x) => circle(x, 128, 4, 'steelR') + circle(x, 272, 4, 'steelR')).join('') +
  bar('M110 280C110 330 170 320 190 344', 9, '#2d3237', '#676f77') +
  widthMark(70, 430, 366, 290);

export const mirror = (): string =>
  bar('M110 60H80V330H112', 12, '#4d565f', '#aab3bb') +
  path(
    'M130 60H330Q380 60 386 110L396 280Q396 340 340 340H160Q116 340 112 296L100 100Q100 62 130 60Z',
    'bodyR',
  ) +
  path(
    'M138 84H322Q354 84 358 116L368 274Q368 316 332 316H166Q138 316 136 288L126 108Q126 86 138 84Z',
    'glass',
  ) +
  line('M170 250L290 120M196 276L330 132', 4, 0.22) +
  rect(86, 110, 30, 26, 'accentV', 4) +
  rect(86, 260, 34, 26, 'accentV', 4);

export const battery = (): string =>
  rect(80, 140, 340, 180, 'bodyV', 8) +
  rect(72, 110, 356, 44, 'darkV', 8) +
  rect(112, 84, 50, 30, 'steelH', 4) +
  rect(338, 84, 50, 30, 'steelH', 4) +
  rect(106, 98, 62, 14, 'red', 3) +
  rect(332, 98, 62, 14, 'darkH', 3) +
  times(6, (at) => circle(180 + at * 28, 132, 8, 'steelR')) +
  rect(110, 186, 280, 96, 'accentV', 4) +
  line('M140 234H172M156 218V250M328 234H360', 6, 1) +
  path('M258 196L226 240H248L238 274L276 226H252L266 196Z', 'paper') +
  widthMark(80, 420, 352, 326);

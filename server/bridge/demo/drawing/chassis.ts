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
  times,
  turned,
  widthMark,
} from './shapes.ts';

export const brakePads = (): string => {
  const pad =
    path('M-140 34C-120 -34 -66 -62 0 -62S120 -34 140 34L112 60C70 40 -70 40 -112 60Z', 'steelV') +
    path('M-118 30C-98 -24 -54 -46 0 -46S98 -24 118 30L98 46C60 28 -60 28 -98 46Z', 'bodyR') +
    line('M0 -44V30', 6, 0.85) +
    line('M-62 -30L-54 34M62 -30L54 34', 1.6, 0.5) +
    rect(-166, 12, 34, 26, 'steelV', 4) +
    rect(132, 12, 34, 26, 'steelV', 4) +
    circle(-130, 40, 6, 'hole') +
    circle(130, 40, 6, 'hole');
  const clip = path('M-26 -12H26V0H14V14H-14V0H-26Z', 'accentV');
  return (
    moved(258, 128, turned(4, pad, 0, 0)) +
    moved(240, 250, turned(-4, pad, 0, 0)) +
    moved(150, 336, clip) +
    moved(350, 330, clip)
  );
};

export const brakeShoe = (): string =>
  path('M70 300A190 190 0 0 1 430 300L396 314A154 154 0 0 0 104 314Z', 'bodyV') +
  path('M92 262A176 176 0 0 1 240 110V152A140 140 0 0 0 130 280Z', 'darkR') +
  path('M408 262A176 176 0 0 0 260 110V152A140 140 0 0 1 370 280Z', 'darkR') +
  path('M116 310A140 140 0 0 1 384 310L340 322A98 98 0 0 0 160 322Z', 'steelV') +
  [
    [122, 226],
    [158, 178],
    [206, 148],
    [378, 226],
    [342, 178],
    [294, 148],
  ]
    .map(([x, y]) => circle(x ?? 0, y ?? 0, 7, 'accentR'))
    .join('') +
  circle(128, 318, 17, 'accentR') +
  circle(128, 318, 7, 'hole') +
  circle(372, 318, 17, 'accentR') +
  circle(372, 318, 7, 'hole') +
  circle(250, 244, 12, 'paper') +
  widthMark(70, 430, 366, 330);

export const brakeDisc = (): string =>
  ellipse(262, 206, 148, 150, 'darkR') +
  circle(246, 200, 148, 'steelR') +
  circle(246, 200, 94, 'darkR') +
  [112, 124, 136]
    .map((radius) => `<circle cx="246" cy="200" r="${radius}" fill="none" stroke-width="1" opacity=".35"/>`)
    .join('') +
  around(14, circle(246, 76, 5, 'hole') + circle(262, 90, 4, 'hole'), 246, 200) +
  circle(246, 200, 84, 'bodyR') +
  dots(5, 246, 200, 58, 11, 'paper') +
  circle(246, 200, 34, 'accentR') +
  circle(246, 200, 27, 'paper') +
  axes(246, 200, 170, 170);

export const brakeDrum = (): string =>
  path('M100 150C100 96 400 96 400 150V280C400 340 100 340 100 280Z', 'bodyH') +
  line('M100 250C100 310 400 310 400 250M100 262C100 322 400 322 400 262') +
  ellipse(250, 146, 150, 54, 'steelV') +
  ellipse(250, 146, 128, 44, 'bodyV') +
  ellipse(250, 146, 52, 17, 'paper') +
  times(10, (at) => {
    const angle = (Math.PI * 2 * at) / 10;
    return ellipse(
      Math.round(250 + 90 * Math.cos(angle)),
      Math.round(146 + 30 * Math.sin(angle)),
      9,
      5,
      'accentV',
    );
  }) +
  widthMark(100, 400, 366, 330);

export const brakeChamber = (): string =>
  rect(110, 130, 130, 140, 'bodyV', 26) +
  rect(250, 140, 110, 120, 'bodyV', 26) +
  rect(232, 112, 30, 176, 'accentV', 5) +
  line('M242 112V288M252 112V288') +
  rect(356, 186, 76, 28, 'steelV', 2) +
  path('M424 176H470V190H446V210H470V224H424Z', 'steelV') +
  rect(280, 112, 22, 32, 'steelH', 3) +
  rect(150, 104, 22, 32, 'steelH', 3) +
  rect(276, 100, 30, 14, 'darkH', 3) +
  rect(146, 92, 30, 14, 'darkH', 3) +
  rect(300, 258, 16, 44, 'steelH', 3) +
  rect(340, 258, 16, 30, 'steelH', 3) +
  rect(84, 182, 30, 36, 'darkV', 5) +
  axes(250, 200, 200, 0);

export const leafSpring = (): string => {
  const leaf = (half: number, y: number): string =>
    bar(
      `M${250 - half} ${y - half * half * 0.0022}Q250 ${y + half * half * 0.0022} ${250 + half} ${y - half * half * 0.0022}`,
      11,
      '#4d565f',
      '#aab3bb',
    );
  return (
    moved(
      0,
      10,
      times(6, (at) => leaf(190 - at * 28, 190 + at * 16)),
    ) +
    circle(54, 118, 20, 'steelR') +
    circle(54, 118, 9, 'paper') +
    circle(446, 118, 20, 'steelR') +
    circle(446, 118, 9, 'paper') +
    rect(222, 176, 56, 136, 'accentH', 5) +
    rect(214, 290, 72, 16, 'steelH', 3) +
    rect(214, 182, 72, 12, 'steelH', 3)
  );
};

export const shock = (): string =>
  turned(
    32,
    circle(250, 46, 24, 'darkR') +
      circle(250, 46, 11, 'steelR') +
      rect(240, 66, 20, 40, 'steelH', 2) +
      rect(212, 96, 76, 100, 'darkH', 8) +
      rect(220, 190, 60, 134, 'bodyH', 6) +
      rect(216, 186, 68, 16, 'accentH', 4) +
      circle(250, 346, 24, 'darkR') +
      circle(250, 346, 11, 'steelR') +
      rect(216, 300, 68, 14, 'accentH', 4) +
      line('M230 216V292', 3, 0.35),
  );

export const spring = (colour: string, shine: string): string => {
  const coils = times(7, (at) =>
    bar(
      `M150 ${96 + at * 36}C150 ${132 + at * 36} 350 ${88 + at * 36} 350 ${120 + at * 36}`,
      17,
      colour,
      shine,
    ),
  );
  return (
    times(6, (at) =>
      bar(
        `M350 ${120 + at * 36}C350 ${100 + at * 36} 150 ${150 + at * 36} 150 ${132 + at * 36}`,
        12,
        '#3a4046',
        '#6b747c',
      ),
    ) +
    coils +
    heightMark(86, 346, 420, 370)
  );
};

export const rod = (): string =>
  turned(
    -20,
    rect(110, 184, 280, 32, 'bodyV', 8) +
      rect(150, 176, 46, 48, 'steelV', 4) +
      rect(304, 176, 46, 48, 'steelV', 4) +
      line(
        'M158 184H190M158 192H190M158 200H190M158 208H190M158 216H190M312 184H342M312 192H342M312 200H342M312 208H342',
      ) +
      circle(84, 200, 40, 'bodyR') +
      circle(84, 200, 26, 'darkR') +
      circle(84, 200, 13, 'accentR') +
      circle(416, 200, 40, 'bodyR') +
      circle(416, 200, 26, 'darkR') +
      circle(416, 200, 13, 'accentR'),
  ) + widthMark(90, 410, 360, 330);

export const tyre = (): string =>
  circle(250, 200, 158, 'darkR') +
  around(36, path('M240 40H252L258 66H246Z', 'darkV')) +
  circle(250, 200, 132, 'darkR') +
  `<circle cx="250" cy="200" r="118" fill="none" stroke="#5d656d" stroke-width="1.4"/>` +
  circle(250, 200, 92, 'steelR') +
  circle(250, 200, 80, 'bodyR') +
  around(10, ellipse(250, 140, 11, 15, 'hole')) +
  circle(250, 200, 38, 'accentR') +
  dots(10, 250, 200, 31, 3.6, 'steelR') +
  circle(250, 200, 20, 'darkR');

export const trackRoller = (): string =>
  rect(60, 180, 380, 40, 'steelV', 6) +
  rect(50, 168, 40, 64, 'bodyV', 5) +
  rect(410, 168, 40, 64, 'bodyV', 5) +
  rect(110, 90, 40, 220, 'bodyV', 10) +
  rect(150, 116, 70, 168, 'steelV', 4) +
  rect(220, 128, 60, 144, 'bodyV', 4) +
  rect(280, 116, 70, 168, 'steelV', 4) +
  rect(350, 90, 40, 220, 'bodyV', 10) +
  rect(236, 128, 28, 144, 'accentV', 2) +
  axes(250, 200, 220, 0) +
  widthMark(110, 390, 350, 316);

export const trackLink = (): string => {
  const link =
    path(
      'M-80 -10Q-80 -50 -40 -50H30Q50 -50 56 -34L70 -30Q90 -26 90 0Q90 28 64 30L40 30Q24 50 0 50H-50Q-80 44 -80 10Z',
      'bodyR',
    ) +
    circle(-46, 0, 22, 'steelR') +
    circle(-46, 0, 12, 'hole') +
    circle(58, 0, 18, 'steelR') +
    circle(58, 0, 10, 'hole') +
    path('M-14 10H26V36H-14Z', 'hole') +
    circle(6, -30, 6, 'hole');
  return (
    moved(160, 150, turned(-6, link, 0, 0)) +
    moved(285, 166, turned(-6, link, 0, 0)) +
    moved(
      230,
      264,
      turned(
        -6,
        path('M-150 20L120 20L150 60H-180Z', 'accentV') +
          path('M-150 20L120 20L112 0H-142Z', 'steelV') +
          circle(-90, 40, 7, 'hole') +
          circle(70, 40, 7, 'hole'),
        0,
        0,
      ),
    )
  );
};

export const tooth = (): string =>
  turned(
    -16,
    path('M90 130H240L420 190V206L240 280H90Q70 280 70 260V150Q70 130 90 130Z', 'bodyV') +
      path('M240 130L420 190V206L240 206Z', 'bodyR') +
      line('M240 132V278M120 170H220M120 240H220', 2) +
      path('M96 150H150V260H96Z', 'hole') +
      rect(170, 186, 40, 32, 'accentR', 6),
  );

import type { PictureKind } from '../picture-kinds.ts';
import * as chassis from './chassis.ts';
import * as drive from './drive.ts';
import * as electrics from './electrics.ts';
import * as engine from './engine.ts';
import { bodyColours, sheet } from './sheet.ts';

const DRAWINGS: Readonly<Record<PictureKind, (variant: number) => string>> = {
  'air-filter': engine.airFilter,
  battery: electrics.battery,
  bearing: drive.bearing,
  belt: drive.belt,
  bolts: drive.bolts,
  'brake-chamber': chassis.brakeChamber,
  'brake-disc': chassis.brakeDisc,
  'brake-drum': chassis.brakeDrum,
  'brake-pads': chassis.brakePads,
  'brake-shoe': chassis.brakeShoe,
  bushing: drive.bushing,
  cardan: drive.cardan,
  clutch: drive.clutch,
  'cylinder-head': engine.cylinderHead,
  'element-filter': engine.elementFilter,
  gasket: engine.gasket,
  gear: drive.gear,
  generator: electrics.generator,
  headlamp: electrics.headlamp,
  hose: drive.hose,
  'hydraulic-cylinder': drive.hydraulicCylinder,
  injector: engine.injector,
  'leaf-spring': chassis.leafSpring,
  liner: engine.liner,
  mirror: electrics.mirror,
  piston: engine.piston,
  pump: drive.pump,
  radiator: drive.radiator,
  rod: chassis.rod,
  seal: electrics.seal,
  sensor: electrics.sensor,
  shaft: drive.shaft,
  shock: chassis.shock,
  'spark-plug': engine.sparkPlug,
  'spin-filter': engine.spinFilter,
  spring: (variant) => chassis.spring(bodyColours(variant).colour, bodyColours(variant).shine),
  starter: electrics.starter,
  'tail-lamp': electrics.tailLamp,
  tooth: chassis.tooth,
  'track-link': chassis.trackLink,
  'track-roller': chassis.trackRoller,
  turbo: engine.turbo,
  tyre: chassis.tyre,
  valve: engine.valve,
};

/** The drawing of one kind of part in one colour variant (from 1), a whole SVG document of 500 × 400. */
export const pictureSvg = (kind: PictureKind, variant: number): string =>
  sheet(DRAWINGS[kind](variant), variant);

/** Reads the logo of the shop. */
import { createHash } from 'node:crypto';
import { SettingsProblem } from '../../../settings/problem.ts';
import type { SiteLogo } from '../../../settings/site.ts';
import { headerOf, sharp, toPicture } from '../../platform/files/picture.ts';

/** The picture of the shop as its pages show it, and the bytes that are put beside them. */
export interface Logo {
  readonly shown: SiteLogo;
  readonly bytes: Buffer;
}

const HEIGHT = 32;
const WIDEST = 220;
/** Mean lightness (0 to 255) below which a drawing is invisible on the dark header. */
const DARK_BELOW = 110;
/** How much of a picture must be open for the header to shine through. */
const OPEN_ABOVE = 0.05;
const NAME_LENGTH = 12;

/** The picture that SITE_LOGO names, re-encoded; null when it names none. Throws SettingsProblem for no picture. */
export async function readLogo(file: string): Promise<Logo | null> {
  if (file === '') return null;
  try {
    const { width = 1, height = 1 } = await headerOf(file);
    const fitting = Math.min(HEIGHT, (WIDEST * height) / width);
    const shownWidth = Math.max(1, Math.round((fitting * width) / height));
    const { doubled } = await toPicture(file, shownWidth);
    const hash = createHash('sha256').update(doubled).digest('hex').slice(0, NAME_LENGTH);
    const shown = {
      ...{ src: `/logo-${hash}.webp`, width: shownWidth, height: Math.max(1, Math.round(fitting)) },
      needsPlate: await isDarkOnOpen(doubled),
    };
    return { shown, bytes: doubled };
  } catch (error) {
    const { message } = error as Error;
    throw new SettingsProblem([
      {
        english: `SITE_LOGO must be a picture that can be read (PNG, JPEG, WebP, AVIF or GIF): ${file} (${message})`,
        russian: `SITE_LOGO: указано «${file}», а должно быть: файл с картинкой PNG, JPEG, WebP, AVIF или GIF (${message})`,
      },
    ]);
  }
}

/** Whether a picture lets the header through and is too dark to be seen on it. */
async function isDarkOnOpen(picture: Buffer): Promise<boolean> {
  const { data } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  let weight = 0;
  let light = 0;
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4);
    weight += alpha / 255;
    light += (0.2126 * red + 0.7152 * green + 0.0722 * blue) * (alpha / 255);
  }
  const pixels = data.length / 4;
  return weight / pixels < 1 - OPEN_ABOVE && light / Math.max(weight, 1) < DARK_BELOW;
}

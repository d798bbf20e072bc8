import type { Config } from '../config/config.ts';
import type { Say } from '../console/start-event.ts';
import type { Demonstration } from '../demonstration/service.ts';
import { type Demonstrations, each, surveyAll } from './demonstrations.ts';
import { countsOf } from './told.ts';

/** A first production start found demonstration data, and DEMO=on is not set. */
export class DemonstrationLeft extends Error {}

const HOW = 'уберите их командой «npm run admin -- remove-demo» или оставьте настройкой DEMO=on';
const HOW_IN_ENGLISH = 'remove them by npm run admin -- remove-demo, or keep them by DEMO=on';

/**
 * Whether this start fills what is empty with demonstration data. A first start in production over such data throws
 * DemonstrationLeft; a shop that is live already opens, and is told of them. A shop that is live, or that the demonstration was
 * removed from, gets none unless DEMO says so.
 */
export async function judgeStart(
  { demo, demoIsAsked, isProduction }: Config,
  demonstrations: Demonstrations,
  say: Say,
): Promise<boolean> {
  if (demo && (demoIsAsked || isProduction)) return true;
  const services = each(demonstrations);
  const live = await isLive(services);
  if (isProduction && !demo) {
    const { made, changed } = await surveyAll(demonstrations);
    const counts = countsOf([...made, ...changed]).join(', ');
    if (counts !== '' && !live)
      throw new DemonstrationLeft(`Магазин не открыт: в данных есть демонстрационные (${counts}); ${HOW}.`);
    if (counts !== '')
      say({
        kind: 'note',
        text: {
          english: `The shop has demonstration data (${counts}): ${HOW_IN_ENGLISH}.`,
          russian: `Внимание: в магазине есть демонстрационные данные (${counts}); ${HOW}.`,
        },
      });
    for (const one of services) await one.reach('production');
  }
  if (!demo) return false;
  const removed = await some(services, (one) => one.hasReached('demonstration removed'));
  if (live || removed)
    say({
      kind: 'note',
      text: {
        english: `${live ? 'These are the data of a live shop' : 'The demonstration was removed from here'}: none is added; DEMO=on adds it where nothing is.`,
        russian: `${live ? 'Это данные работающего магазина' : 'Демонстрационные данные отсюда убраны'}: новые не добавлены; DEMO=on добавит их в пустые разделы.`,
      },
    });
  return !live && !removed;
}

/**
 * Whether the shop has been open: it says so, or, where no demonstration ever kept records here (an older version), people have
 * worked with it.
 */
async function isLive(services: readonly Demonstration[]): Promise<boolean> {
  if (await some(services, (one) => one.hasReached('production'))) return true;
  if (await some(services, (one) => one.hasRecords())) return false;
  return some(services, (one) => one.isUsed());
}

async function some(
  services: readonly Demonstration[],
  holds: (one: Demonstration) => Promise<boolean>,
): Promise<boolean> {
  for (const one of services) if (await holds(one)) return true;
  return false;
}

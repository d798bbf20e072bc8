import type { Attack } from '../abuse/attack.ts';
import { ATTACKS } from '../abuse/attacks.ts';
import { engineTitle, type Part } from '../part.ts';
import type { BenchServer } from '../server.ts';
import { type Figure, notCarriedOut } from '../table.ts';
import type { Workbench } from '../workbench.ts';

/** Attacks the product, each time a new server. One attack that cannot be carried out does not keep the others from it. */
export const abuse: Part = {
  name: 'abuse',
  title: (scale) => `Attacks, ${engineTitle(scale)}`,
  async measure(bench) {
    const figures: Figure[] = [];
    for (const attack of ATTACKS) {
      if (bench.attacks.length > 0 && !bench.attacks.includes(attack.name)) continue;
      bench.say(`Attacking: ${attack.name}…`);
      figures.push(...(await carryOut(attack, bench)));
    }
    return figures;
  },
};

async function carryOut({ name, measure }: Attack, bench: Workbench): Promise<Figure[]> {
  const started: BenchServer[] = [];
  try {
    return await measure({
      small: bench.small,
      start: async (settings = {}) => {
        const server = await bench.start(await bench.makePlace(), { settings });
        started.push(server);
        return server;
      },
    });
  } catch (error) {
    return [notCarriedOut(name, error)];
  } finally {
    for (const server of started) await server.stop();
  }
}

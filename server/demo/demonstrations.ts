import { bridgeDemonstration } from '../bridge/demo/demonstration.ts';
import type { BridgeSchema } from '../bridge/schema.ts';
import type { Config, ServiceName } from '../config/config.ts';
import { storesOf } from '../config/places.ts';
import type { Database } from '../database/types.ts';
import type { Survey, Thing } from '../demonstration/records.ts';
import type { Demonstration, Removal } from '../demonstration/service.ts';
import { informatorDemonstration } from '../informator/demo/demonstration.ts';
import { DEMO_NAMES } from '../informator/people/demo/recognise.ts';
import type { InformatorSchema } from '../informator/schema.ts';
import { mauthDemonstration } from '../mauth/demonstration.ts';
import type { MauthSchema } from '../mauth/schema.ts';
import { mnoteDemonstration } from '../mnote/demo/demonstration.ts';
import type { MnoteSchema } from '../mnote/schema.ts';
import type { Services } from '../services.ts';

/** The demonstration in each service that is at hand. */
export type Demonstrations = Readonly<Record<ServiceName, Demonstration | null>>;

/** Databases of services; null or missing: another process has it. */
export interface Databases {
  readonly mauth?: Database<MauthSchema> | null;
  readonly bridge?: Database<BridgeSchema> | null;
  readonly informator?: Database<InformatorSchema> | null;
  readonly mnote?: Database<MnoteSchema> | null;
}

/** The demonstration over these databases, its files where the configuration says. */
export const demonstrationsOver = (
  config: Config,
  { mauth, bridge, informator, mnote }: Databases,
  clock: () => number,
): Demonstrations => ({
  mauth: mauth ? mauthDemonstration(mauth, DEMO_NAMES, clock) : null,
  bridge: bridge ? bridgeDemonstration(bridge, storesOf(config, 'bridge', clock), clock) : null,
  informator: informator ? informatorDemonstration(informator, clock) : null,
  mnote: mnote ? mnoteDemonstration(mnote, storesOf(config, 'mnote', clock), clock) : null,
});

export const each = (demonstrations: Demonstrations): Demonstration[] =>
  Object.values(demonstrations).filter((one) => one !== null);

/** What of the demonstration stands in all of them. */
export async function surveyAll(demonstrations: Demonstrations): Promise<Survey> {
  const surveys = await Promise.all(each(demonstrations).map((one) => one.survey()));
  return {
    made: surveys.flatMap(({ made }) => made),
    changed: surveys.flatMap(({ changed }) => changed),
  };
}

/**
 * Removes it from all of them. An account whose profile stays is needed by it: what people did with it names it.
 */
export async function removeAll({ mauth, bridge, informator, mnote }: Demonstrations): Promise<Removal> {
  const removals: Removal[] = [];
  for (const one of [bridge, mnote]) if (one) removals.push(await one.remove());
  const people = await informator?.remove();
  if (people) removals.push(people);
  const stay = [...(people?.changed ?? []), ...(people?.used ?? [])].filter(({ kind }) => kind === 'profile');
  const accounts = mauth && (await mauth.survey()).made;
  const needed = new Set(
    accounts?.filter(({ name }) => stay.some((profile) => profile.name === name)).map(({ id }) => id),
  );
  if (mauth) removals.push(await mauth.remove(needed));
  const all = (of: (removal: Removal) => readonly Thing[]) => removals.flatMap(of);
  return {
    removed: all((one) => one.removed),
    changed: all((one) => one.changed),
    used: all((one) => one.used),
  };
}

/** The same over the services that run here. */
export const demonstrationsOf = (
  config: Config,
  { mauth, bridge, informator, mnote }: Services,
  clock: () => number,
): Demonstrations =>
  demonstrationsOver(
    config,
    {
      mauth: mauth?.database ?? null,
      bridge: bridge?.database ?? null,
      informator: informator?.context.database ?? null,
      mnote: mnote?.context.database ?? null,
    },
    clock,
  );

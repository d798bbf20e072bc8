import { guessForm } from '../../bridge/import/arrivals/guessed-form.ts';
import { listPresets } from '../../bridge/import/presets/store.ts';
import type { FormFields } from '../../bridge/import/settings.ts';
import type { BridgeSchema } from '../../bridge/schema.ts';
import type { Database } from '../../database/types.ts';
import { guessLine } from '../guessed-list.ts';
import { Refused } from '../refused.ts';
import type { Asked } from './arguments.ts';

/** The fields of the upload form: of the preset that was named, else as the file itself suggests. Throws Refused. */
export async function formFor(
  database: Database<BridgeSchema>,
  asked: Asked,
  owners: { readonly brandId: number; readonly providerId: number },
  say: (line: string) => void,
): Promise<FormFields> {
  const read =
    asked.preset === undefined ? guessed(asked, say) : preset(database, asked.preset, owners.providerId);
  return {
    addNewPositionMode: 'on',
    ...(await read),
    ...(asked.sheet === undefined ? {} : { sheet: asked.sheet }),
    ...asked.fields,
    brandId: String(owners.brandId),
    providerId: String(owners.providerId),
  };
}

async function preset(
  database: Database<BridgeSchema>,
  name: string,
  providerId: number,
): Promise<FormFields> {
  const all = await listPresets(database.read, providerId);
  const found = all.find((saved) => saved.name.trim().toLowerCase() === name.trim().toLowerCase());
  if (found) return { ...found.fields, preset: String(found.id) };
  const known = all.map((saved) => `«${saved.name}»`).join(', ');
  throw new Refused(`the provider has no preset «${name}»${known ? `; there are ${known}` : ''}`);
}

async function guessed({ file, sheet, takesGuess }: Asked, say: (line: string) => void): Promise<FormFields> {
  const form = await guessForm(file, sheet);
  if (!form)
    throw new Refused(sheet === undefined ? 'the file has no sheet' : `the file has no sheet «${sheet}»`);
  const line = guessLine(form.guess);
  say(`guessed: ${line}`);
  if (form.isCertain || takesGuess) return form.fields;
  throw new Refused(`the layout is not certain; say what the columns are with --field, or --yes`);
}

// Routes by which administrators save, change and delete presets: the saved layouts of suppliers' price lists.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { Preset } from '../../../contract/catalogue/runs.ts';
import { PRESET_CHANGE_FORM, PRESET_FORM } from '../../../contract/price-lists/forms.ts';
import { pathId } from '../../catalogue/context/answers.ts';
import type { CatalogueContext } from '../../catalogue/context/context.ts';
import { findReference } from '../../catalogue/positions/references.ts';
import { conflict, IdPath, notFound, readForm } from '../../platform/http/request.ts';
import { changePreset, createPreset, findPreset, listPresets, removePreset } from './presets.ts';

export function presetRoutes({
  database,
  clock,
}: Pick<CatalogueContext, 'database' | 'clock'>): FastifyPluginAsyncTypebox {
  const missing = () => notFound('preset not found');
  const taken = () => conflict('preset with this name exists');

  return async (app) => {
    app.get(
      '/import/presets',
      {
        config: { permission: 'admin' },
        schema: {
          summary: 'Saved forms by name, of one provider or of all',
          querystring: Type.Object({ providerId: Type.Optional(Type.String()) }),
          response: { 200: Type.Array(Preset) },
        },
      },
      ({ query }) => {
        const { providerId = '' } = query;
        return listPresets(database.read, providerId === '' ? null : pathId(providerId, 'provider'));
      },
    );

    app.post(
      '/import/presets',
      {
        config: { permission: 'admin', form: PRESET_FORM },
        schema: { summary: 'Saves a form under a name', response: { 201: Preset } },
      },
      async (request, reply) => {
        const { providerId, ...wish } = readForm(request, PRESET_FORM);
        if (!(await findReference(database.read, 'providers', providerId))) throw notFound('provider not found');
        const preset = await createPreset(database, providerId, wish, clock());
        if (!preset) throw taken();
        return reply.code(201).send(preset);
      },
    );

    app.patch(
      '/import/presets/:id',
      {
        config: { permission: 'admin', form: PRESET_CHANGE_FORM },
        schema: { params: IdPath, response: { 200: Preset } },
      },
      async (request) => {
        const id = pathId(request.params.id, 'preset');
        const preset = await changePreset(database, id, readForm(request, PRESET_CHANGE_FORM), clock());
        if (preset === undefined) throw missing();
        if (preset === null) throw taken();
        return preset;
      },
    );

    app.delete(
      '/import/presets/:id',
      { config: { permission: 'admin' }, schema: { params: IdPath, response: { 200: Preset } } },
      async ({ params }) => {
        const preset = await findPreset(database.read, pathId(params.id, 'preset'));
        if (!preset || !(await removePreset(database, preset.id))) throw missing();
        return preset;
      },
    );
  };
}

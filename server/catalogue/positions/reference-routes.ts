// Routes by which administrators list, add, rename and delete brands and suppliers (the references of positions).
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import type { Caller } from '../../../contract/accounts/accounts.ts';
import { REFERENCE_FORM, SUPPLIER_TERMS_FORM } from '../../../contract/catalogue/forms.ts';
import { ReferenceRow, SupplierTerms } from '../../../contract/catalogue/positions.ts';
import { badRequest, conflict, IdPath, notFound, readForm } from '../../platform/http/request.ts';
import { titleContains } from '../../platform/text/fold-search.ts';
import { pathId } from '../context/answers.ts';
import type { CatalogueContext } from '../context/context.ts';
import type { ReferenceTable } from './delete-reference-job.ts';
import * as references from './references.ts';

/** The words of the lists of roles, directions and tasks. */
const TAKEN = 'title: Не уникальное значение title';

/** The list of brands or of providers under its own prefix; `entity` stands in the error texts. */
export function referenceRoutes(
  { database, photos, clock, log }: CatalogueContext,
  table: ReferenceTable,
  entity: 'brand' | 'provider',
): FastifyPluginAsyncTypebox {
  const missing = () => notFound(`${entity} not found`);

  async function removePhotos(names: readonly string[]): Promise<void> {
    for (const name of names) {
      await photos.remove(name).catch((error) => log.warn({ err: error, name }, 'photo not removed'));
    }
  }

  /** Who supplies is known to administrators alone: for all others a provider is called as on public cards. */
  async function shownTo(caller: Caller | null): Promise<(row: ReferenceRow) => ReferenceRow> {
    if (table === 'brands' || caller?.rank === 'admin') return (row) => row;
    const stockOf = await references.stockTitles(database.read);
    return ({ id }) => ({ id, title: stockOf(id) });
  }

  return async (app) => {
    app.get(
      '/',
      {
        config: { permission: 'signed-in' },
        schema: {
          ...(table === 'providers' && {
            summary: 'Providers; whoever is not an administrator gets their public names',
          }),
          querystring: Type.Object({ title: Type.Optional(Type.String()) }),
          response: { 200: Type.Array(ReferenceRow) },
        },
      },
      async ({ query, caller }) => {
        const rows = (await references.listReferences(database.read, table)).map(await shownTo(caller));
        const part = query.title?.trim() ?? '';
        // By the title that is shown: a search must not reveal more than the list.
        return part === '' ? rows : rows.filter(({ title }) => titleContains(title, part));
      },
    );

    app.get(
      '/:id',
      { config: { permission: 'signed-in' }, schema: { params: IdPath, response: { 200: ReferenceRow } } },
      async ({ params, caller }) => {
        const row = await references.findReference(database.read, table, pathId(params.id, entity));
        if (!row) throw missing();
        return (await shownTo(caller))(row);
      },
    );

    app.post(
      '/',
      { config: { permission: 'admin', form: REFERENCE_FORM }, schema: { response: { 201: ReferenceRow } } },
      async (request, reply) => {
        const { title } = readForm(request, REFERENCE_FORM);
        const { row, isNew } = await references.createReference(database, table, title, clock());
        if (!isNew) throw badRequest(TAKEN);
        return reply.code(201).send(row);
      },
    );

    app.patch(
      '/:id',
      {
        config: { permission: 'admin', form: REFERENCE_FORM },
        schema: { params: IdPath, response: { 200: ReferenceRow } },
      },
      async (request) => {
        const id = pathId(request.params.id, entity);
        if (!(await references.findReference(database.read, table, id))) throw missing();
        const { title } = readForm(request, REFERENCE_FORM);
        const row = await references.renameReference(database, table, id, title, clock());
        if (row === 'taken') throw badRequest(TAKEN);
        if (!row) throw missing();
        return row;
      },
    );

    if (table === 'providers') {
      app.get(
        '/terms',
        {
          config: { permission: 'admin' },
          schema: { summary: 'What buyers are told of suppliers', response: { 200: Type.Array(SupplierTerms) } },
        },
        () => references.listSupplierTerms(database.read),
      );
      app.put(
        '/:id/terms',
        {
          config: { permission: 'admin', form: SUPPLIER_TERMS_FORM },
          schema: {
            summary: 'What buyers are told of a supplier: the name of its warehouse, days until its goods can be had',
            params: IdPath,
            response: { 200: SupplierTerms },
          },
        },
        async (request) => {
          const id = pathId(request.params.id, entity);
          const { publicName, deliveryFrom, deliveryTo } = readForm(request, SUPPLIER_TERMS_FORM);
          // «От 3 дней» promises nothing.
          if (deliveryFrom !== null && (deliveryTo === null || deliveryFrom > deliveryTo))
            throw badRequest('invalid delivery');
          const terms = { id, publicName, deliveryFrom, deliveryTo };
          const row = await references.setSupplierTerms(database, terms, clock());
          if (row === 'taken') throw badRequest('public name is taken');
          if (!row) throw missing();
          return row;
        },
      );
    }

    app.delete(
      '/:id',
      {
        config: { permission: 'admin' },
        schema: {
          params: IdPath,
          querystring: Type.Object({ cascade: Type.Optional(Type.String()) }),
          response: { 200: ReferenceRow },
        },
      },
      async ({ params, query }) => {
        const id = pathId(params.id, entity);
        if (query.cascade === '1') {
          const removed = await references.removeWithPositions(database, table, id);
          if (!removed) throw missing();
          await removePhotos(removed.photos);
          return removed.row;
        }
        const deletion = await references.removeReference(database, table, id);
        if (deletion.outcome === 'missing') throw missing();
        if (deletion.outcome === 'in use') throw conflict('in use', { count: deletion.count });
        return deletion.row;
      },
    );
  };
}

import Type, { type Static } from 'typebox';

/** GET /docflow/scan/{fileName}/shown: what an attached sheet or text looks like, or the beginning of it. */
export const ShownFile = Type.Union([
  Type.Object({
    kind: Type.Literal('table'),
    sheets: Type.Array(Type.String(), {
      description: 'Titles of the visible sheets; one without a title for a .csv',
    }),
    sheet: Type.Integer({ description: 'The place of the shown one among them, from 0' }),
    rows: Type.Array(Type.Array(Type.String()), {
      description: 'Texts of cells; empty rows and cells are there',
    }),
    isCut: Type.Boolean({ description: 'There are more rows, columns or letters than are shown' }),
  }),
  Type.Object({ kind: Type.Literal('text'), text: Type.String(), isCut: Type.Boolean() }),
]);
export type ShownFile = Static<typeof ShownFile>;

export const ShownFileQuery = Type.Object({
  sheet: Type.Optional(Type.String({ description: 'The place of a sheet, from 0; the first one otherwise' })),
});

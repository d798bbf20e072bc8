/** A hole of the product page that the server fills (`server/http/site/template.ts`). */
export const hole = (name: string): string => `{{${name}}}`;

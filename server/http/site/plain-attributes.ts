const ATTRIBUTES = `(?:[^>"']|"[^"]*"|'[^']*')*`;
/** A comment, an element whose content is no markup, or a tag. */
const PART = new RegExp(
  `<!--[\\s\\S]*?-->|<(script|style)\\b(${ATTRIBUTES})>[\\s\\S]*?</\\1\\s*>|<[a-z](${ATTRIBUTES})>`,
  'gi',
);

/**
 * The same page without a bare `<` in any attribute: HTML allows one there, and texts such as the name of the shop bring
 * it along. Whoever looks for elements and comments by pattern afterwards finds no others than a browser does.
 */
export const plainAttributes = (html: string): string =>
  html.replace(PART, (part, _element, ofElement?: string, ofTag?: string) => {
    const attributes = ofElement ?? ofTag ?? '';
    return attributes.includes('<')
      ? part.replace(attributes, () => attributes.replaceAll('<', '&lt;'))
      : part;
  });

/** Name of a company page among the drafts of this device. */
export const pageDraft = (alias: string): string => `about:${alias}`;

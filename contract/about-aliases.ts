/** Company pages that have an address of their own; pages of other names exist in the API only. Plain constants only. */
export const ABOUT_ALIASES = ['contact', 'company', 'credential', 'delivery', 'garanty', 'mainPage'] as const;

/** Texts of the company pages of the demonstration, from the files in demo-pages/. */
import { readFileSync } from 'node:fs';
import { ABOUT_ALIASES, PRIVACY_PAGE } from '../../contract/pages/forms.ts';

/** Pages of the demonstration; every shop has its page about personal data. */
export const DEMO_PAGES = ABOUT_ALIASES.filter((alias) => alias !== PRIVACY_PAGE);

export interface Company {
  readonly name: string;
  /** With its preposition: «в Челябинске». */
  readonly town: string;
  readonly phone: string;
  readonly email: string;
  readonly address: string;
  readonly delivery: readonly string[];
}

/** The company pages of an invented shop, from demo-pages/; all names and numbers in them are invented. */
export function demoPages({ name, town, phone, email, address, delivery }: Company) {
  const facts: Readonly<Record<string, string>> = {
    name,
    town,
    phone: `[${phone}](tel:${phone.replace(/[^\d+]/g, '')})`,
    email: `[${email}](mailto:${email})`,
    address,
    delivery: delivery.map((carrier) => `- ${carrier}`).join('\n'),
  };
  return DEMO_PAGES.map((alias) => ({
    alias,
    mdInfo: textOf(alias).replaceAll(PLACE, (place) => facts[place.slice(1, -1)] ?? place),
  }));
}

const PLACE = /\{\w+\}/g;

const textOf = (alias: string): string => readFileSync(new URL(`./demo-pages/${alias}.md`, import.meta.url), 'utf8');

/** Whether a text is a page of the demonstration, whatever the settings of the shop said when it was made. */
export function demoPageFits(alias: string, mdInfo: string): boolean {
  if (!DEMO_PAGES.some((known) => known === alias)) return false;
  const parts = textOf(alias).split(PLACE).map(RegExp.escape);
  return new RegExp(`^${parts.join('[\\s\\S]*?')}$`).test(mdInfo);
}

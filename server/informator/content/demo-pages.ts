import { readFileSync } from 'node:fs';
import type { AboutPage } from '../../../contract/about.ts';
import { ABOUT_ALIASES } from '../../../contract/about-aliases.ts';

/** What the demonstration pages say of the shop, from its settings. */
export interface Company {
  readonly name: string;
  /** With its preposition: «в Челябинске». */
  readonly town: string;
  readonly phone: string;
  readonly email: string;
  readonly address: string;
  readonly delivery: readonly string[];
}

/** The company pages of an invented shop, from demo-pages/; no name or number in them belongs to anybody. */
export function demoPages({ name, town, phone, email, address, delivery }: Company): AboutPage[] {
  const facts: Readonly<Record<string, string>> = {
    name,
    town,
    phone: `[${phone}](tel:${phone.replace(/[^\d+]/g, '')})`,
    email: `[${email}](mailto:${email})`,
    address,
    delivery: delivery.map((carrier) => `- ${carrier}`).join('\n'),
  };
  return ABOUT_ALIASES.map((alias) => ({
    alias,
    mdInfo: textOf(alias).replaceAll(PLACE, (place) => facts[place.slice(1, -1)] ?? place),
  }));
}

/** Where a text says something of the shop. */
const PLACE = /\{\w+\}/g;

const textOf = (alias: string): string =>
  readFileSync(new URL(`./demo-pages/${alias}.md`, import.meta.url), 'utf8');

/** Whether a text is a page of the demonstration, whatever the settings of the shop said when it was made. */
export function demoPageFits(alias: string, mdInfo: string): boolean {
  if (!ABOUT_ALIASES.some((known) => known === alias)) return false;
  const parts = textOf(alias).split(PLACE).map(RegExp.escape);
  return new RegExp(`^${parts.join('[\\s\\S]*?')}$`).test(mdInfo);
}

import { ROUTES, type RouteName } from './routes.ts';

type Link<Pattern> = Pattern extends `${string}:${infer Parameter}`
  ? (value: Parameter extends 'id' ? number : string) => string
  : Pattern;

type Links = { readonly [Name in RouteName]: Link<(typeof ROUTES)[Name]> };

const linkOf = (pattern: string) =>
  pattern.includes(':')
    ? (value: string | number) => pattern.replace(/:\w+/, encodeURIComponent(value))
    : pattern;

/** Paths of the routes: a text, or what makes it of the parameter. */
export const routeLinks = Object.fromEntries(
  Object.entries(ROUTES).map(([name, pattern]) => [name, linkOf(pattern)]),
) as Links;

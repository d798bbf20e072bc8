// Which offers of one part are the same thing: of one mark and for one machine. Only those are summed, and the lowest of
// their prices is the price of the part (decision 110).
import { FACTS_PARTED } from '../../../contract/catalogue/filters.ts';
import { withoutDetail } from '../../../rules/catalogue/offer-wording.ts';

/** An offer of a part as it is compared; price in kopecks, 0 for none. */
export interface OfferFacts {
  readonly id: number;
  readonly isInStock: boolean;
  readonly price: number;
  readonly amount: number;
  /** What its title says of it and of its machines: names between FACTS_PARTED, '' for nothing. */
  readonly marks: string;
  readonly machines: string;
}

/** What is said of a part by its offers. */
export interface OfferGroups<Offer extends OfferFacts = OfferFacts> {
  /** Those of the main group first, then by mark; in each those in stock first, then the cheapest. */
  readonly offers: readonly Offer[];
  /** How many of them are the main group, which is bought where nothing else is chosen; 0 without offers. */
  readonly main: number;
  /** The lowest price in the main group, kopecks: of what is in stock, else of what has a price; null where nothing has. */
  readonly priceFrom: number | null;
  /** Whether that price is of what has to be ordered. */
  readonly isToOrder: boolean;
  /** In stock in the main group. */
  readonly amount: number;
  /** Whether the main group is bought only by those who choose it: discounted, used, rebuilt, incomplete. */
  readonly isSpecial: boolean;
  /** Whether it is what most ask for: new, and no analogue. */
  readonly isOrdinary: boolean;
  /** Machines that the titles name where they name different ones; empty where they agree. */
  readonly machines: readonly string[];
}

/** Bought only by those who choose them. */
const SPECIAL: ReadonlySet<string> = new Set(['уценка', 'б/у', 'восстановленный', 'некомплект']);

/** How ordinary a mark is: without one first, then those that mean no other thing, then analogues and the like; special ones last. */
const RANKS = { none: 0, ordinary: 1, other: 2, special: 3 } as const;
/** Marks that make no other thing of a new part. */
const ORDINARY: ReadonlySet<string> = new Set(['оригинал', 'заводской', 'комплект', 'новый образец', 'усиленный']);

const KEPT = 5_000;

/** The same function, which is asked of the same few texts again and again. */
function kept<Value>(make: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    if (known.size >= KEPT) known.clear();
    const made = make(text);
    known.set(text, made);
    return made;
  };
}

const namesIn = kept((names: string): readonly string[] => (names === '' ? [] : names.split(FACTS_PARTED)));

const rankOf = kept((marks): number => {
  if (marks === '') return RANKS.none;
  const names = namesIn(marks).map(withoutDetail);
  if (names.some((name) => SPECIAL.has(name))) return RANKS.special;
  const isOrdinary = (name: string) => ORDINARY.has(name) || name.startsWith('производство ');
  return names.every(isOrdinary) ? RANKS.ordinary : RANKS.other;
});

/** The machines that a title names, without a make or a family whose model is named too. */
const narrowNames = kept((machines: string): readonly string[] => {
  const names = namesIn(machines);
  const isSaid = (name: string) => names.some((other) => other.startsWith(`${name} `) || other.startsWith(`${name}-`));
  return names.filter((name) => !isSaid(name));
});

/** Whether two titles name machines of which none is the other's. */
function areOtherMachines(one: string, other: string): boolean {
  if (one === other || one === '' || other === '') return false;
  const [first, second] = [namesIn(one), namesIn(other)];
  return (
    !narrowNames(one).some((name) => second.includes(name)) && !narrowNames(other).some((name) => first.includes(name))
  );
}

const priceRank = (price: number): number => (price === 0 ? Number.POSITIVE_INFINITY : price);

/** Of two that are new and what most ask for, the mark alone decides nothing: an original may be the cheaper one. */
const plainness = (rank: number): number => Math.max(rank, RANKS.ordinary);

/** Ordinary ones before special ones, those in stock first, analogues and the like last, then the cheapest. */
function compare(one: OfferFacts, other: OfferFacts): number {
  const [first, second] = [rankOf(one.marks), rankOf(other.marks)];
  const special = Number(first === RANKS.special) - Number(second === RANKS.special);
  if (special !== 0) return special;
  if (one.isInStock !== other.isInStock) return one.isInStock ? -1 : 1;
  if (plainness(first) !== plainness(second)) return plainness(first) - plainness(second);
  const [price, others] = [priceRank(one.price), priceRank(other.price)];
  if (price !== others) return price < others ? -1 : 1;
  return first - second || one.id - other.id;
}

const MACHINES_MAX = 4;

function differingMachines(offers: readonly OfferFacts[]): string[] {
  const [{ machines: first } = { machines: '' }] = offers;
  if (offers.every(({ machines }) => machines === first)) return [];
  const named = [...new Set(offers.map(({ machines }) => machines))].filter((machines) => machines !== '');
  const differ = named.some((one, at) => named.slice(at + 1).some((other) => areOtherMachines(one, other)));
  if (!differ) return [];
  return [...new Set(named.flatMap((machines) => narrowNames(machines).slice(0, 1)))].slice(0, MACHINES_MAX);
}

/** Sorts the offers of one part, and says what the main group of them comes to. */
export function groupOffers<Offer extends OfferFacts>(given: readonly Offer[]): OfferGroups<Offer> {
  const sorted = given.length > 1 ? [...given].sort(compare) : given;
  const [first] = sorted;
  if (!first)
    return {
      offers: [],
      main: 0,
      priceFrom: null,
      isToOrder: false,
      amount: 0,
      isSpecial: false,
      isOrdinary: true,
      machines: [],
    };
  const isMain = ({ marks, machines }: Offer) => marks === first.marks && !areOtherMachines(machines, first.machines);
  const main = sorted.length > 1 ? sorted.filter(isMain) : sorted;
  const lowest = (offers: readonly Offer[]) =>
    offers.reduce((low, { price }) => Math.min(low, priceRank(price)), Number.POSITIVE_INFINITY);
  const inStock = lowest(main.filter((offer) => offer.isInStock));
  const price = Number.isFinite(inStock) ? inStock : lowest(main);
  const amount = main.reduce((sum, offer) => sum + offer.amount, 0);
  return {
    offers: main.length === sorted.length ? sorted : [...main, ...sorted.filter((offer) => !main.includes(offer))],
    main: main.length,
    priceFrom: Number.isFinite(price) ? price : null,
    isToOrder: Number.isFinite(price) && !Number.isFinite(inStock),
    // A sum of tenths is to show no tail of 0.1 + 0.2.
    amount: Math.round(amount * 1e6) / 1e6,
    isSpecial: rankOf(first.marks) === RANKS.special,
    isOrdinary: rankOf(first.marks) <= RANKS.ordinary,
    machines: sorted.length > 1 ? differingMachines(sorted) : [],
  };
}

/** A currency as lists write it: `after` goes on with «цена в…», `spelt` are beginnings of regular expressions. */
interface Currency {
  readonly after: string;
  readonly spelt: string;
}

export const ROUBLE = 'RUB';

/**
 * The currencies that price lists name, by ISO 4217; «у. е.» has no code there and is called `UE`. Spellings are whole
 * words in lower case. The first that fits counts, so the Belarusian rouble stands before the Russian one.
 */
export const CURRENCIES: Readonly<Record<string, Currency>> = {
  BYN: { after: 'белорусских рублях', spelt: 'byn|byr|br|бел\\.? ?руб(?:\\.|л[\\p{L}]*)?|бр' },
  RUB: { after: 'рублях', spelt: '₽|руб(?:\\.|л[\\p{L}]*)?|р\\.|р|rub|rur' },
  USD: { after: 'долларах', spelt: 'us ?\\$|\\$|usd|долл?(?:\\.|ар[\\p{L}]*)?' },
  EUR: { after: 'евро', spelt: '€|eur|euro|евро' },
  UE: { after: 'условных единицах', spelt: 'у\\. ?е\\.?|уе|y\\. ?e\\.?|ye' },
  UAH: { after: 'гривнах', spelt: '₴|uah|грн\\.?|гривен|гривн[\\p{L}]*|гривень' },
  KZT: { after: 'тенге', spelt: '₸|kzt|тенге|тнг\\.?|тг\\.?' },
  CNY: { after: 'юанях', spelt: '¥|cny|rmb|юан[\\p{L}]*' },
  GBP: { after: 'фунтах', spelt: '£|gbp|фунт[\\p{L}]*' },
  PLN: { after: 'злотых', spelt: 'zł|pln|злот[\\p{L}]*' },
  TRY: { after: 'лирах', spelt: '₺|try|лир[\\p{L}]*' },
  GEL: { after: 'лари', spelt: '₾|gel|лари' },
  AMD: { after: 'драмах', spelt: '֏|amd|драм[\\p{L}]*' },
  AZN: { after: 'манатах', spelt: '₼|azn|манат[\\p{L}]*' },
  KGS: { after: 'сомах', spelt: 'kgs|сом(?:ов|а)?' },
  UZS: { after: 'сумах', spelt: 'uzs|сум(?:ов|а)?' },
  MDL: { after: 'леях', spelt: 'mdl|ле[йя]|леев' },
  JPY: { after: 'иенах', spelt: 'jpy|[ий]ен[\\p{L}]*' },
  KRW: { after: 'вонах', spelt: '₩|krw|вон' },
  CHF: { after: 'франках', spelt: 'chf|франк[\\p{L}]*' },
};

/** `в евро`: goes on with «цена». */
export const inCurrency = (code: string): string => `в\u00a0${CURRENCIES[code]?.after ?? `валюте ${code}`}`;

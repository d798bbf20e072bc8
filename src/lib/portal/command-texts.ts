import type { Scope } from './search-scope.ts';

/** Texts of the search of the staff and of the list of commands. */
export const commands = {
  search: 'Поиск по\u00a0рабочему месту',
  heading: 'Команды',
  field: 'Команда или поиск',
  placeholder: 'Раздел, документ или человек',
  list: 'Найденное',
  hint: 'Стрелки\u00a0— выбрать, Enter\u00a0— открыть, Esc\u00a0— закрыть.',
  found: (count: number) => (count === 0 ? 'Ничего не\u00a0найдено.' : `Найдено: ${count}.`),
  failed: 'Поиск не\u00a0удался: проверьте связь.',
  kinds: {
    place: 'раздел',
    create: 'создать',
    search: 'поиск',
    document: 'документ',
    person: 'человек',
  },
  /** The field of the header, by what it looks through. */
  placeholders: {
    documents: 'Поиск документов',
    people: 'Поиск людей',
    slides: 'Поиск слайдов',
    requests: 'Поиск заявок',
    positions: 'Поиск позиций',
    catalogue: 'Поиск в\u00a0каталоге',
  } satisfies Record<Scope, string>,
  searchIn: {
    documents: (text: string) => `Искать в\u00a0документах: «${text}»`,
    people: (text: string) => `Искать людей: «${text}»`,
    slides: (text: string) => `Искать в\u00a0слайдах: «${text}»`,
    requests: (text: string) => `Искать в\u00a0заявках: «${text}»`,
    positions: (text: string) => `Искать в\u00a0позициях: «${text}»`,
    catalogue: (text: string) => `Искать в\u00a0каталоге запчастей: «${text}»`,
  } satisfies Record<Scope, (text: string) => string>,
} as const;

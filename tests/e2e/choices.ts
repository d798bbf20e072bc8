import { expect, type Locator } from '@playwright/test';

/** Chooses by its title, in a list that is scrolled or, when it has grown long, in one that is searched. */
export async function chooseIn(field: Locator, title: string): Promise<void> {
  // The field may become the other one when its list has come.
  await expect(async () => {
    if (await field.evaluate((element) => element instanceof HTMLSelectElement))
      return void (await field.selectOption({ label: title }, { timeout: 1000 }));
    await field.fill(title, { timeout: 1000 });
    // Other fields of the page have choices of the same names.
    const found = field.page().getByRole('listbox').getByRole('option', { name: title, exact: true });
    await found.click({ timeout: 1000 });
  }).toPass({ timeout: 15_000 });
}

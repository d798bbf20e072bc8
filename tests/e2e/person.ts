import { expect, type Locator, type Page } from '@playwright/test';

/** A user of the page, with a mouse or by keyboard alone. */
export interface Person {
  fill(field: Locator, text: string): Promise<void>;
  press(control: Locator): Promise<void>;
  tick(box: Locator): Promise<void>;
  choose(field: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void>;
}

/** Points and types as the browser's own helpers do. */
export const withMouse = (): Person => ({
  fill: (field, text) => field.fill(text),
  press: (control) => control.click(),
  tick: (box) => box.click(),
  choose: (field, file) => field.setInputFiles(file),
});

/** More stops than any page has: the screen of rights shows every company that the tests have made. */
const TABS_MAX = 1_000;

/** Goes by Tab to whatever is used and presses only keys. */
export function withKeyboard(page: Page): Person {
  const reach = async (control: Locator) => {
    await expect(control).toBeAttached();
    // To look a control up takes longer than a press: that is done again only when the page has replaced it.
    let element = await control.elementHandle();
    for (let tabs = 0; tabs < TABS_MAX; tabs += 1) {
      const found = await element?.evaluate((it) => (it.isConnected ? it === document.activeElement : null));
      if (found) return;
      if (found === false) await page.keyboard.press('Tab');
      else element = await control.elementHandle();
    }
    throw new Error(`not reached by Tab: ${control}`);
  };
  return {
    async fill(field, text) {
      await reach(field);
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type(text);
    },
    async press(control) {
      await reach(control);
      await page.keyboard.press('Enter');
    },
    async tick(box) {
      await reach(box);
      await page.keyboard.press('Space');
    },
    async choose(field, file) {
      await reach(field);
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Space')]);
      await chooser.setFiles(file);
    },
  };
}

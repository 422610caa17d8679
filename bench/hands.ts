import { expect as baseExpect, type Locator, type Page } from "@playwright/test";

/** How long a step may take on a busy machine. */
export const STEP_TIMEOUT_MS = 60_000;
export const expect = baseExpect.configure({ timeout: STEP_TIMEOUT_MS });

/** What a person does with their hands, counted: presses of a mouse button, keys, and scans of a barcode. */
type Counts = { presses: number; keys: number; scans: number };

/** The page on which a person works, and their hands. */
export type Workplace = Readonly<{ page: Page; hands: ReturnType<typeof createHands> }>;

/** Returns functions that use a page as a person does, and count it. */
export function createHands(page: Page) {
  const counts: Counts = { presses: 0, keys: 0, scans: 0 };
  const press = async (target: Locator) => {
    counts.presses++;
    await target.click();
  };
  return {
    press,
    /** Presses keys one after the other; those that are held together, such as `Control+k`, count as one. */
    keys: async (...keys: string[]) => {
      for (const key of keys) {
        counts.keys++;
        await page.keyboard.press(key);
      }
    },
    /** Types a text where the focus is. */
    type: async (text: string) => {
      counts.keys += text.length;
      await page.keyboard.type(text);
    },
    /** Presses a field, and replaces its value. */
    fill: async (field: Locator, text: string) => {
      await press(field);
      counts.keys += text.length;
      await field.fill(text);
    },
    /** Types a code as a hand scanner does. */
    scan: async (code: string) => {
      counts.scans++;
      await page.keyboard.type(code);
      await page.keyboard.press("Enter");
    },
    /** Returns what was counted since the last call. */
    takeCounts: (): Counts => {
      const taken = { ...counts };
      Object.assign(counts, { presses: 0, keys: 0, scans: 0 });
      return taken;
    },
  };
}

/** Requests data of the API for staff, with the session of the page. */
export async function loadData<Data>(page: Page, path: string): Promise<Data> {
  const response = await page.request.get(`/v1/admin/${path}`);
  if (!response.ok()) throw new Error(`${path}: ${response.status()}`);
  return ((await response.json()) as { data: Data }).data;
}

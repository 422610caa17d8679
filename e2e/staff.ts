import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { findLayoutFaults, findNarrowViewportFaults } from "./accessibility.ts";
import { runCommand } from "./cli.ts";
import { expect, expectAccessible } from "./fixtures.ts";
import { generateTotp } from "./totp.ts";

/**
 * Creates a staff account in the language of the page and signs it in.
 * @param role key of a role, by default that of the owner
 * @param name by default the same for all
 */
export async function signInAsStaff(
  page: Page,
  locale: string | undefined,
  role = "owner",
  name = locale === "ru-RU" ? "Ирина М." : "Irina M.",
): Promise<void> {
  const { url } = runCommand<{ url: string }>("staff", "invite", `${randomUUID()}@example.test`, "--role", role);
  // The command does not know the port of the store under test.
  await acceptInvitation(page, new URL(new URL(url).pathname, process.env["SHOP_URL"]).href, { locale, name });
}

/** Accepts an invitation and signs the browser in. */
export async function acceptInvitation(
  page: Page,
  url: string,
  { locale, name }: { locale: string | undefined; name: string },
): Promise<void> {
  const { origin, pathname } = new URL(url);
  const path = `${origin}/v1/admin/invitations/${pathname.split("/").at(-1)}/accept`;
  const post = async (data: object) => {
    const response = await page.request.post(path, { data, headers: { origin } });
    if (!response.ok()) throw new Error(`${response.status()} ${await response.text()}`);
    return (await response.json()) as { data: { authenticator: { key: string } } };
  };
  const { data } = await post({
    step: "password",
    name,
    password: "seven brown kettles",
    locale: locale ?? "en-US",
  });
  await post({ step: "code", code: generateTotp(data.authenticator.key) });
}

/**
 * Asserts that a page of the back office is accessible and that nothing is cut off, also in narrow windows. Moves the
 * focus to the main content: use `expectAccessible` of fixtures.ts for open dialogs and between keystrokes.
 */
export async function expectNoFaults(page: Page): Promise<void> {
  await expectAccessible(page);
  expect(await findLayoutFaults(page), "layout").toEqual([]);
  expect(await findNarrowViewportFaults(page), "narrow windows").toEqual([]);
}

/** The heading of a page. */
export const pageHeading = (page: Page, name: RegExp): Locator => page.getByRole("heading", { level: 1, name });

/** The links of the rows of a list, such as its orders. */
export const rowLinks = (page: Page): Locator => page.locator("tbody [data-row-link]");

/** Presses Tab until an element with this accessible name or text has the focus. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press("Tab");
    const label = await page.evaluate(() => {
      const { activeElement } = document;
      return activeElement?.getAttribute("aria-label") ?? activeElement?.textContent ?? "";
    });
    if (name.test(label)) return;
  }
  throw new Error(`no element that Tab reaches is named ${name}`);
}

/**
 * Reads the API of the back office as the staff member who is signed in.
 * @param path below `/v1/admin/`
 * @throws Error if the API refuses the request
 */
export async function readAdminApi<T>(page: Page, path: string): Promise<T> {
  const response = await page.request.get(`/v1/admin/${path}`);
  if (!response.ok()) throw new Error(`${response.status()} ${await response.text()}`);
  return ((await response.json()) as { data: T }).data;
}

import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { runCommand } from "./cli.ts";
import { generateTotp } from "./totp.ts";

/**
 * Creates a staff account in the language of the page and signs it in.
 * @param role key of a role, by default that of the owner
 */
export async function signInAsStaff(page: Page, locale: string | undefined, role = "owner"): Promise<void> {
  const { url } = runCommand<{ url: string }>("staff", "invite", `${randomUUID()}@example.test`, "--role", role);
  const path = `/v1/admin/invitations/${new URL(url).pathname.split("/").at(-1)}/accept`;
  const post = async (data: object) => {
    const response = await page.request.post(path, { data, headers: { origin: process.env["SHOP_URL"] ?? "" } });
    if (!response.ok()) throw new Error(`${response.status()} ${await response.text()}`);
    return (await response.json()) as { data: { authenticator: { key: string } } };
  };
  const { data } = await post({
    step: "password",
    name: locale === "ru-RU" ? "Ирина М." : "Irina M.",
    password: "seven brown kettles",
    locale: locale ?? "en-US",
  });
  await post({ step: "code", code: generateTotp(data.authenticator.key) });
}

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { outboxPage } from "./outbox.ts";

const folder = mkdtempSync(join(tmpdir(), "furoshiki-outbox-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const base64 = (text: string) => Buffer.from(text).toString("base64");

it("lists letters and shows one, its HTML in a frame that runs nothing", async () => {
  expect(await outboxPage(join(folder, "none"), "")).toContain("No letters yet");
  const letter = [
    ...["From: shop@shop.test", "To: anna@example.test", `Subject: =?utf-8?B?${base64("Заказ <1> оплачен")}?=`],
    ...["MIME-Version: 1.0", "Content-Type: multipart/alternative; boundary=b", ""],
    ...["--b", "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64", ""],
    ...[base64("Спасибо & до встречи"), "--b", "Content-Type: text/html; charset=utf-8"],
    ...["Content-Transfer-Encoding: base64", "", base64('<p onclick="x()">Спасибо</p><script>alert(1)</script>')],
    "--b--",
  ];
  writeFileSync(join(folder, "one.eml"), letter.join("\r\n"));
  const list = await outboxPage(folder, "");
  expect(list).toContain('<a href="/__outbox/one.eml">Заказ &lt;1&gt; оплачен</a>');
  expect(list).toContain("anna@example.test");
  const shown = await outboxPage(folder, "one.eml");
  expect(shown).toContain("Спасибо &amp; до встречи");
  expect(shown).toContain("<iframe sandbox srcdoc=");
  expect(shown).not.toContain("<script>");
});

it.each(["two.eml", "../one.eml", "..", "one.eml/"])("knows no letter %s", async (name) => {
  expect(await outboxPage(folder, name)).toBeNull();
});

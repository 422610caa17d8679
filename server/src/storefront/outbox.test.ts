import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { renderOutboxPage } from "./outbox.ts";

const folder = mkdtempSync(join(tmpdir(), "furoshiki-outbox-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const base64 = (text: string) => Buffer.from(text).toString("base64");

it("lists emails and shows one, with its HTML in a sandboxed frame", async () => {
  expect(await renderOutboxPage(join(folder, "none"), "")).toContain("No emails yet");
  const email = [
    ...["From: shop@shop.test", "To: anna@example.test", `Subject: =?utf-8?B?${base64("Заказ <1> оплачен")}?=`],
    ...["MIME-Version: 1.0", "Content-Type: multipart/alternative; boundary=b", ""],
    ...["--b", "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64", ""],
    ...[base64("Спасибо & до встречи"), "--b", "Content-Type: text/html; charset=utf-8"],
    ...["Content-Transfer-Encoding: base64", "", base64('<p onclick="x()">Спасибо</p><script>alert(1)</script>')],
    "--b--",
  ];
  writeFileSync(join(folder, "one.eml"), email.join("\r\n"));
  const listPage = await renderOutboxPage(folder, "");
  expect(listPage).toContain('<a href="/__outbox/one.eml">Заказ &lt;1&gt; оплачен</a>');
  expect(listPage).toContain("anna@example.test");
  const emailPage = await renderOutboxPage(folder, "one.eml");
  expect(emailPage).toContain("Спасибо &amp; до встречи");
  expect(emailPage).toContain("<iframe sandbox srcdoc=");
  expect(emailPage).not.toContain("<script>");
});

it.each(["two.eml", "../one.eml", "..", "one.eml/"])("does not find the email %s", async (name) => {
  expect(await renderOutboxPage(folder, name)).toBeNull();
});

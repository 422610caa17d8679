import { expect, it } from "vitest";
import { readConfig } from "../../api/src/platform/config.ts";
import { pagePolicy } from "./headers.ts";

const policyFor = pagePolicy(readConfig({ PUBLIC_URL: "http://shop.test" }));
/** The sources of each directive. */
const parts = (services: string) =>
  Object.fromEntries(
    policyFor("abc", services)
      .split("; ")
      .map((part) => {
        const [name = "", ...sources] = part.split(" ");
        return [name, sources];
      }),
  );

it("lets a page speak to nobody else until the shop has set something up", () => {
  expect(parts("")).toEqual({
    "default-src": ["'self'"],
    "style-src": ["'self'"],
    "img-src": ["'self'", "data:"],
    "connect-src": ["'self'"],
    "frame-ancestors": ["'none'"],
    "base-uri": ["'none'"],
    "object-src": ["'none'"],
    "form-action": ["'self'"],
    "script-src": ["'self'", "'nonce-abc'"],
  });
});

it("opens the counter's hosts, with its sockets, and nothing of the tag manager", () => {
  const policy = parts("metrica");
  expect(policy["script-src"]).toEqual(expect.arrayContaining(["https://mc.yandex.ru", "https://yastatic.net"]));
  expect(policy["connect-src"]).toEqual(expect.arrayContaining(["wss://mc.yandex.com.tr", "https://mc.webvisor.org"]));
  expect(policy["style-src"]).toEqual(["'self'"]);
  expect(JSON.stringify(policy)).not.toContain("google");
});

it("opens the tag manager's hosts, and nothing of the counter", () => {
  const policy = parts("tag-manager");
  expect(policy["script-src"]).toEqual(["'self'", "https://www.googletagmanager.com", "'nonce-abc'"]);
  expect(JSON.stringify(policy)).not.toContain("yandex");
});

it("opens a widget's own hosts, and pictures alone of the icon service", () => {
  const policy = parts("https://code.example.com wss://*.example.com img:https://icons.example.org");
  expect(policy["script-src"]).toEqual(["'self'", "https://code.example.com", "'nonce-abc'"]);
  expect(policy["connect-src"]).toEqual(["'self'", "https://code.example.com", "wss://*.example.com"]);
  expect(policy["img-src"]).toEqual(["'self'", "data:", "https://code.example.com", "https://icons.example.org"]);
  expect(policy["frame-ancestors"]).toEqual(["'none'"]);
});

it("never lets inline or unknown scripts in, whatever it is told", () => {
  for (const services of [
    "metrica tag-manager https://code.example.com",
    "https://*",
    "x; script-src *",
    "https://a b",
  ]) {
    expect(parts(services)["script-src"]).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/unsafe|^\*$|^https:\/\/\*$/)]),
    );
  }
});

import { expect, it } from "vitest";
import { readConfig } from "../../../api/src/platform/config.ts";
import { createPageCspBuilder } from "./security-headers.ts";

const buildCsp = createPageCspBuilder(readConfig({ PUBLIC_URL: "http://shop.test" }));
/** Returns the sources of each directive. */
const getDirectives = (services: string) =>
  Object.fromEntries(
    buildCsp("'nonce-abc'", services)
      .split("; ")
      .map((directive) => {
        const [name = "", ...sources] = directive.split(" ");
        return [name, sources];
      }),
  );

it("allows only own resources until the store configures a service", () => {
  expect(getDirectives("")).toEqual({
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

it("allows the hosts and sockets of Metrica, and none of the tag manager", () => {
  const policy = getDirectives("metrica");
  expect(policy["script-src"]).toEqual(expect.arrayContaining(["https://mc.yandex.ru", "https://yastatic.net"]));
  expect(policy["connect-src"]).toEqual(expect.arrayContaining(["wss://mc.yandex.com.tr", "https://mc.webvisor.org"]));
  expect(policy["style-src"]).toEqual(["'self'"]);
  expect(JSON.stringify(policy)).not.toContain("google");
});

it("allows the hosts of the tag manager, and none of Metrica", () => {
  const policy = getDirectives("tag-manager");
  expect(policy["script-src"]).toEqual(["'self'", "https://www.googletagmanager.com", "'nonce-abc'"]);
  expect(JSON.stringify(policy)).not.toContain("yandex");
});

it("allows a widget's own hosts, and only images from the icon service", () => {
  const policy = getDirectives("https://code.example.com wss://*.example.com img:https://icons.example.org");
  expect(policy["script-src"]).toEqual(["'self'", "https://code.example.com", "'nonce-abc'"]);
  expect(policy["connect-src"]).toEqual(["'self'", "https://code.example.com", "wss://*.example.com"]);
  expect(policy["img-src"]).toEqual(["'self'", "data:", "https://code.example.com", "https://icons.example.org"]);
  expect(policy["frame-ancestors"]).toEqual(["'none'"]);
});

it("allows only data from the hosts of the map", () => {
  const policy = getDirectives("connect:https://maps.example.com");
  expect(policy["connect-src"]).toEqual(["'self'", "https://maps.example.com"]);
  expect(policy["script-src"]).toEqual(["'self'", "'nonce-abc'"]);
});

it("never allows inline scripts or unknown hosts, whatever the services header contains", () => {
  for (const services of [
    "metrica tag-manager https://code.example.com",
    "https://*",
    "x; script-src *",
    "https://a b",
  ]) {
    expect(getDirectives(services)["script-src"]).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/unsafe|^\*$|^https:\/\/\*$/)]),
    );
  }
});

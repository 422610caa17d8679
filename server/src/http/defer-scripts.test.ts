import { expect, it } from "vitest";
import { deferScripts } from "./defer-scripts.ts";

const page = [
  '<head><link rel="preload" href="/a.woff2" as="font"/><link rel="modulepreload" href="/shop.js"/><link rel="modulepreload" href="/home.js" nonce="n"/></head>',
  '<script nonce="n">context()</script><script nonce="n" type="module" async="">import "/shop.js";</script>',
  '<script nonce="n">data()</script><link rel="modulepreload" href="/in-a-text.js"/>',
];

it("keeps the module of a page until a script starts it, and the links that preload modules", () => {
  const [head = "", scripts = "", rest = ""] = deferScripts(page.join("\n"), "n").split(
    /(?<=<\/head>)\n|\n(?=<script nonce="n">data)/,
  );
  expect(head).toBe('<head><link rel="preload" href="/a.woff2" as="font"/></head>');
  expect(scripts).toMatch(
    /^<script nonce="n">context\(\)<\/script><script nonce="n" type="text\/deferred-module">import "\/shop.js";<\/script><script nonce="n">\(\(urls\)=>/,
  );
  expect(scripts).toMatch(/\(\["\/shop.js","\/home.js"\]\)<\/script>$/);
  expect(rest).toBe(page[2]);
});

it("changes nothing of a page without modules, or with those of somebody else", () => {
  const error =
    '<link rel="modulepreload" href="/shop.js"/><script nonce="guess" type="module" async="">steal()</script>';
  expect(deferScripts(error, "n")).toBe(error);
});

it("is no way out of a script for the URL of a module", () => {
  const deferred = deferScripts(page.join("").replace("/home.js", "/home.js?&lt;/script&gt;"), "n");
  expect(deferred).not.toContain("</script>?");
  expect(deferred.match(/<script/g)).toHaveLength(4);
});

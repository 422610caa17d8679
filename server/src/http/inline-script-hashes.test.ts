import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { hashInlineScripts } from "./inline-script-hashes.ts";

const hash = (script: string) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`;

it("names the hashes of scripts in the page, once each", () => {
  const page = `<script>first()</script><p>text</p><script type="module" async="">import "/a.js";
await second("<b>");</script><script>first()</script>`;
  expect(hashInlineScripts(page)).toBe(`${hash("first()")} ${hash('import "/a.js";\nawait second("<b>");')}`);
});

it("leaves out files and data", () => {
  const page = `<script src="/a.js"></script><script type="module" src="/b.js" async=""></script>
    <script type="application/ld+json">{"@type":"Product"}</script>`;
  expect(hashInlineScripts(page)).toBe("");
});

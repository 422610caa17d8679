import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { replaceNonce } from "./replace-nonce.ts";

const hash = (script: string) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`;

it("names the hashes of the scripts that have the nonce, once each, and removes it", () => {
  const page = `<link rel="modulepreload" nonce="n+/="/><script nonce="n+/=">first()</script>
<script nonce="n+/=" type="module" async="">import "/a.js";
await second("<b>");</script><script nonce="n+/=">first()</script><script src="/a.js" nonce="n+/="></script>`;
  expect(replaceNonce(page, "n+/=")).toEqual({
    html: page.replaceAll(' nonce="n+/="', ""),
    sources: `${hash("first()")} ${hash('import "/a.js";\nawait second("<b>");')}`,
  });
});

it("allows no script that somebody has put into the page", () => {
  const page = `<p><script>steal()</script><script nonce="guessed">steal()</script></p><script nonce="n">own()</script>`;
  expect(replaceNonce(page, "n").sources).toBe(hash("own()"));
});

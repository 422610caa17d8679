import { expect, it } from "vitest";
import { createCommandRunner } from "../../../test/run-command.ts";
import { openTestShop } from "../../../test/harness.ts";
import { commands } from "./commands.ts";
import { checkSecret } from "./secret-fingerprint.ts";

const { app, db, pool } = await openTestShop();
const withSecret = (secret: string) => ({ ...app.config, secret });

it("accepts the secret of the first process only, until it is replaced", async () => {
  const [first, second] = [withSecret("the first secret of a store"), withSecret("another secret of the store")];
  await checkSecret(db, first);
  await checkSecret(db, first);
  await expect(checkSecret(db, second)).rejects.toThrow(
    /^SHOP_SECRET is not the secret .* `npm run shop -- secret replace`/,
  );
  const { secret: _, ...withoutSecret } = first;
  await expect(checkSecret(db, { ...withoutSecret, secret: undefined })).rejects.toThrow(
    `The secret in ${app.config.dataDir}/shop.secret is not the secret`,
  );
  const run = createCommandRunner({ app: { ...app, config: second }, pool }, commands);
  await run("secret replace");
  await checkSecret(db, second);
  await expect(checkSecret(db, first)).rejects.toThrow("SHOP_SECRET is not the secret");
  const { rows } = await pool.query<{ fingerprint: string }>("select fingerprint from secret_fingerprint");
  expect(rows).toEqual([{ fingerprint: expect.stringMatching(/^[\w-]{43}$/) }]);
});

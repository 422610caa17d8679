import { expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { inBackground, paymentsAtRest } from "./background.ts";

const { house } = await openTestShop();

it("is done a little at a time, all of it, also where some of it fails", async () => {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  let running = 0;
  let most = 0;
  let done = 0;
  for (let at = 0; at < 50; at++)
    inBackground({ ...house, log: { ...house.log, error: () => undefined } }, "counting", async () => {
      most = Math.max(most, ++running);
      await opened;
      running--;
      done++;
      if (at % 5 === 0) throw new Error("of no use");
    });
  expect(most).toBe(3);
  open();
  await paymentsAtRest();
  expect([most, running, done]).toEqual([3, 0, 50]);
});

it("leaves to the jobs what nobody could wait for", async () => {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  let done = 0;
  for (let at = 0; at < 2000; at++)
    inBackground(house, "counting", async () => {
      await opened;
      done++;
    });
  open();
  await paymentsAtRest();
  expect(done).toBe(1003);
});

import { expect, it } from "vitest";
import { z } from "zod";
import { openTestShop } from "../../../test/harness.ts";
import { getSetting, setting, updateSetting } from "./settings.ts";

const shop = await openTestShop();
const slots = setting("test.slots", z.array(z.object({ hours: z.array(z.int()) })), [{ hours: [9] }]);

it("returns values that no reader can change for the others", async () => {
  const change = async () => (await getSetting(shop.db, slots)).map(({ hours }) => hours.push(0));
  await expect(change()).rejects.toThrow(TypeError);
  await updateSetting(shop.db, slots, [{ hours: [10] }]);
  await expect(change()).rejects.toThrow(TypeError);
  expect(await getSetting(shop.db, slots)).toEqual([{ hours: [10] }]);
});

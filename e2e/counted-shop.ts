import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { chatWidgetId, chatWidgetSource, metricaId } from "../api/src/content/settings.ts";
import { readConfig } from "../api/src/platform/config.ts";
import { changeSetting } from "../api/src/platform/settings.ts";
import { openHouse } from "../server/src/house.ts";
import { startBuiltShop } from "./built-shop.ts";

/** Where the counted shop's chat comes from. */
export const CHAT = "https://chat.example.com";

/** A built shop of its own, with a counter and a chat set up. */
export async function openCountedShop(): Promise<{ origin: string; close: () => Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), "furoshiki-counted-"));
  const { origin, stop } = await startBuiltShop(dataDir);
  const { house, close } = await openHouse(readConfig({ DATA_DIR: dataDir }));
  await changeSetting(house.db, metricaId, "12345678");
  await changeSetting(house.db, chatWidgetId, "room-7");
  await changeSetting(house.db, chatWidgetSource, { script: `${CHAT}/{id}.js`, hosts: [] });
  await close();
  await expect
    .poll(async () => {
      const config = (await (await fetch(`${origin}/v1/frontConfig`)).json()) as { data: { chat_widget_id: unknown } };
      return config.data.chat_widget_id;
    })
    .toBe("room-7");
  return {
    origin,
    close: async () => {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

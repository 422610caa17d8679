import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { chatWidgetId, chatWidgetSource } from "../api/src/content/third-party/chat-settings.ts";
import { metricaId } from "../api/src/content/third-party/analytics-settings.ts";
import { pickupMap } from "../api/src/delivery/settings.ts";
import { readConfig } from "../api/src/platform/config.ts";
import { updateSetting } from "../api/src/platform/settings/settings.ts";
import { openAppContext } from "../server/src/app-context.ts";
import { startTestStorefront } from "./storefront.ts";

/** Origin of the chat widget. */
export const CHAT_ORIGIN = "https://chat.example.com";

/** Origin of the map of pickup points. */
export const MAP_ORIGIN = "https://maps.example.com";

/** Starts a separate store with an analytics counter, a chat widget and a map of pickup points. */
export async function startAnalyticsStorefront(): Promise<{ origin: string; close: () => Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), "furoshiki-analytics-"));
  const { origin, stop } = await startTestStorefront(dataDir);
  const { app, close } = await openAppContext(readConfig({ DATA_DIR: dataDir }));
  await updateSetting(app.db, metricaId, "12345678");
  await updateSetting(app.db, chatWidgetId, "widget-7");
  await updateSetting(app.db, chatWidgetSource, { script: `${CHAT_ORIGIN}/{id}.js`, hosts: [] });
  await updateSetting(app.db, pickupMap, { style: `${MAP_ORIGIN}/style.json`, hosts: [] });
  await close();
  await expect
    .poll(async () => {
      const config = (await (await fetch(`${origin}/v1/frontConfig`)).json()) as { data: { chat_widget_id: unknown } };
      return config.data.chat_widget_id;
    })
    .toBe("widget-7");
  return {
    origin,
    close: async () => {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

import { addMessages } from "./messages.ts";

// Waits for the messages of overlays, error pages and small pages (see messages/message-bundles.ts and
// account-messages.ts).
if (!import.meta.env.SSR) {
  if (document.documentElement.lang === "en-US") {
    addMessages("en-US", (await import("../messages/en-US.json?texts=overlay")).texts);
  } else {
    addMessages("ru-RU", (await import("../messages/ru-RU.json?texts=overlay")).texts);
  }
}

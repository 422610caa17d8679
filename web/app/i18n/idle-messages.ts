import { addMessages } from "./messages.ts";

// Waits for the messages that are used only after the page is idle (see account-messages.ts).
if (!import.meta.env.SSR) {
  if (document.documentElement.lang === "en-US") {
    addMessages("en-US", (await import("../messages/en-US.json?texts=idle")).texts);
  } else {
    addMessages("ru-RU", (await import("../messages/ru-RU.json?texts=idle")).texts);
  }
}

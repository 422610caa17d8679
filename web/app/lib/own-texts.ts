import { keepTexts } from "./texts.ts";

// A module that waits: whoever imports it says texts of the shopper's own part (messages/parts.ts), and in the
// browser they come when the first such component does. On the server they are always there.
if (!import.meta.env.SSR) {
  if (document.documentElement.lang === "en-US") {
    keepTexts("en-US", (await import("../messages/en-US.json?texts=own")).texts);
  } else {
    keepTexts("ru-RU", (await import("../messages/ru-RU.json?texts=own")).texts);
  }
}

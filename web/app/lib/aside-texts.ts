import { keepTexts } from "./texts.ts";

// A module that waits, as own-texts.ts does, for what is said in what opens over a page or ends it (messages/parts.ts).
if (!import.meta.env.SSR) {
  if (document.documentElement.lang === "en-US") {
    keepTexts("en-US", (await import("../messages/en-US.json?texts=aside")).texts);
  } else {
    keepTexts("ru-RU", (await import("../messages/ru-RU.json?texts=aside")).texts);
  }
}

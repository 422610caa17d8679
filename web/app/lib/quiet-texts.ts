import { keepTexts } from "./texts.ts";

// A module that waits, as own-texts.ts does, for what is said only once the page is quiet.
if (!import.meta.env.SSR) {
  if (document.documentElement.lang === "en-US") {
    keepTexts("en-US", (await import("../messages/en-US.json?texts=quiet")).texts);
  } else {
    keepTexts("ru-RU", (await import("../messages/ru-RU.json?texts=quiet")).texts);
  }
}

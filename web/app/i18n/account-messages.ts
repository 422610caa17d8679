import { addMessages } from "./messages.ts";

// Waits for the messages of the account, cart and checkout pages (messages/message-bundles.ts): the build adds an
// import of this module to every module that uses them. On the server all messages are always loaded.
if (!import.meta.env.SSR) {
  if (document.documentElement.lang === "en-US") {
    addMessages("en-US", (await import("../messages/en-US.json?texts=account")).texts);
  } else {
    addMessages("ru-RU", (await import("../messages/ru-RU.json?texts=account")).texts);
  }
}

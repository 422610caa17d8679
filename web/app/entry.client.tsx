import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { reloadOnFailedChunks } from "./errors/chunk-reload.ts";
import { addMessages } from "./i18n/messages.ts";
import { loadAccountControls } from "./layout/header/account-controls.ts";
import { loadSignInDialog } from "./layout/sign-in/sign-in-dialog.tsx";

reloadOnFailedChunks();

// Loaded together with the messages, so that it is interactive at once. If it fails here, it is retried when the
// component renders.
const preloads = Promise.allSettled([
  document.querySelector("header[data-signed-in]") ? loadAccountControls() : null,
  new URLSearchParams(location.search).has("auth") ? loadSignInDialog() : null,
]);

// Only the messages of the page's own locale are loaded. Changing the language loads a new document.
const { locale, messages } =
  document.documentElement.lang === "en-US"
    ? { locale: "en-US" as const, messages: await import("./messages/en-US.json?texts=shop") }
    : { locale: "ru-RU" as const, messages: await import("./messages/ru-RU.json?texts=shop") };
addMessages(locale, messages.texts);

await preloads;

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});

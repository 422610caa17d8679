import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { reloadOnFailedChunks } from "./errors/chunk-reload.ts";
import { loadMessages } from "./i18n/messages.ts";
import { loadAccountControls } from "./layout/header/account-controls.ts";
import { loadSignInDialog } from "./layout/sign-in/sign-in-dialog.tsx";

reloadOnFailedChunks();

// Loaded together with the messages, so that it is interactive at once. If it fails here, it is retried when the
// component renders.
const preloads = Promise.allSettled([
  document.querySelector("header[data-signed-in]") ? loadAccountControls() : null,
  new URLSearchParams(location.search).has("auth") ? loadSignInDialog() : null,
]);

await loadMessages({
  "ru-RU": () => import("./messages/ru-RU/shop.json"),
  "en-US": () => import("./messages/en-US/shop.json"),
});

await preloads;

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});

import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { loadMessages } from "./i18n/messages.ts";

// A submission aborts the requests of other fetchers. React Router 8.4 leaves the rejection of a response that was being
// read then unhandled, and sends the request again.
addEventListener("unhandledrejection", (event) => {
  if (event.reason instanceof DOMException && event.reason.name === "AbortError") event.preventDefault();
});

await loadMessages({
  "ru-RU": () => import("./messages/ru-RU/main.json"),
  "en-US": () => import("./messages/en-US/main.json"),
});

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});

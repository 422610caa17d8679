import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { defaultLocale, isLocale, type Locale } from "@furoshiki/design-system/i18n/locale.ts";
import type { Messages } from "@furoshiki/design-system/i18n/messages.ts";
import { addMessages } from "./i18n/messages.ts";

const messageImports: Record<Locale, () => Promise<{ default: Messages }>> = {
  "ru-RU": () => import("./messages/ru-RU.json"),
  "en-US": () => import("./messages/en-US.json"),
};

// A submission aborts the requests of other fetchers. React Router 8.4 leaves the rejection of a response that was being
// read then unhandled, and sends the request again.
addEventListener("unhandledrejection", (event) => {
  if (event.reason instanceof DOMException && event.reason.name === "AbortError") event.preventDefault();
});

const { lang } = document.documentElement;
const locale = isLocale(lang) ? lang : defaultLocale;
addMessages(locale, (await messageImports[locale]()).default);

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});

import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { reloadOnFailedChunks } from "./lib/reload-guard.ts";
import { nameHistoryEntry } from "./lib/scroll.tsx";
import { keepTexts } from "./lib/texts.ts";

reloadOnFailedChunks();

// One locale's texts travel: the page's own. A change of language loads a new document.
const { locale, catalogue } =
  document.documentElement.lang === "en-US"
    ? { locale: "en-US" as const, catalogue: await import("./messages/en-US.json?texts=shop") }
    : { locale: "ru-RU" as const, catalogue: await import("./messages/ru-RU.json?texts=shop") };
keepTexts(locale, catalogue.texts);

nameHistoryEntry();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});

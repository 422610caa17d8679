import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { reloadOnFailedChunks } from "./lib/reload-guard.ts";
import { nameHistoryEntry } from "./lib/scroll.tsx";
import { keepTexts } from "./lib/texts.ts";
import { loadOwnControls } from "./shell/own-controls.ts";

reloadOnFailedChunks();

// Together with the texts, where somebody is signed in; what fails here is tried again, and told, when it is drawn.
const own = document.querySelector("header[data-own]") ? loadOwnControls().catch(() => undefined) : undefined;

// One locale's texts travel: the page's own. A change of language loads a new document.
const { locale, catalogue } =
  document.documentElement.lang === "en-US"
    ? { locale: "en-US" as const, catalogue: await import("./messages/en-US.json?texts=shop") }
    : { locale: "ru-RU" as const, catalogue: await import("./messages/ru-RU.json?texts=shop") };
keepTexts(locale, catalogue.texts);

await own;
nameHistoryEntry();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});

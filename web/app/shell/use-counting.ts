import { useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useMatches } from "react-router";
import {
  answerOf,
  countersCookies,
  declinesTracking,
  keepChoice,
  readChoice,
  recordChoice,
  type Choice,
} from "../analytics/consent.ts";
import { makeCounting, type Counting } from "../analytics/counting.ts";
import { startMetrica } from "../analytics/metrica.ts";
import { clickedOn, type PageData, quantityChanged, shownOn } from "../analytics/page-events.ts";
import { startTagManager } from "../analytics/tag-manager.ts";
import { openPage, type Teller } from "../analytics/teller.ts";
import type { Known } from "../lib/known.ts";
import { splitPath } from "../lib/locale.ts";
import { hasTrackers, isPrivatePage } from "../lib/page-services.ts";
import { useShop } from "../lib/shop.tsx";
import { listenToEvents } from "../lib/track.ts";
import { say } from "../ui/toast.tsx";

type Config = Known["config"];

/** Brings what is set up into the page: services that count first, then widgets, which nothing is told to. */
function startServices({ analytics, widgets }: Config): Teller[] {
  const page = openPage();
  const { metrica, tag_manager: container } = analytics;
  const tellers = [
    ...(metrica ? [startMetrica(metrica, page)] : []),
    ...(container ? [startTagManager(container, page)] : []),
  ];
  for (const { script } of widgets) page.load(script);
  return tellers;
}

/** Counts what happens on the pages, as far as the shop is set up for it and the visitor agrees. */
export function useCounting(config: Config) {
  const { t, to } = useShop();
  const isCounted = hasTrackers(config);
  const { pathname, search } = useLocation();
  const path = splitPath(pathname).path;
  const isOpen = isCounted && !isPrivatePage(path) && !isPrivateDocument();
  const [choice, setChoice] = useState(readChoice);
  const [isReopened, setReopened] = useState(false);
  const asks = config.analytics.ask_consent;
  const held = answerOf({ choice, asks, declined: declinesTracking(navigator) });
  const [counting] = useState(() => makeCounting(() => startServices(config)));

  useEffect(() => {
    // A page that began as a private one may not load anything: its policy knows no other hosts.
    if (isOpen) counting.answer(held);
  }, [counting, isOpen, held]);
  usePageEvents(counting, isOpen ? path + search : null);

  useEffect(() => {
    if (!isCounted) return;
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest("[data-consent]")) setReopened(true);
    };
    document.addEventListener("click", onClick);
    return () => document.removeEventListener("click", onClick);
  }, [isCounted]);

  const address = to("/user/consents/analytics");
  const record = useCallback(() => recordChoice(address, () => say(t("consent.not_recorded"), "error")), [address, t]);
  useEffect(() => {
    if (isCounted) void record();
  }, [isCounted, record]);

  const answer = useCallback(
    (given: Choice) => {
      keepChoice(given);
      void record();
      setReopened(false);
      setChoice(given);
      if (given !== "necessary" || held !== "all") return;
      for (const name of countersCookies(document.cookie)) {
        document.cookie = `${name}=; Path=/; Max-Age=0`;
        document.cookie = `${name}=; Path=/; Max-Age=0; Domain=${location.hostname}`;
      }
      // What is loaded goes only with the page.
      location.reload();
    },
    [held, record],
  );
  return { isAsked: isOpen && (held === null || isReopened), isReopened, answer };
}

/** The document was loaded as a private page, whatever is shown in it now. */
function isPrivateDocument(): boolean {
  const [loaded] = performance.getEntriesByType("navigation");
  return loaded ? isPrivatePage(splitPath(new URL(loaded.name).pathname).path) : false;
}

/** Hits, lists, products and clicks of the page that is open, and what the shop's parts track. `page` is null where nothing counts. */
function usePageEvents(counting: Counting, page: string | null) {
  const match = useMatches().at(-1);
  const shown = { name: match?.id.split("___")[0] ?? "", data: (match?.loaderData ?? {}) as PageData };
  const now = useRef(shown);
  const last = useRef(ownReferrer());
  useEffect(() => {
    now.current = shown;
  });

  useEffect(() => {
    if (page === null) return;
    const url = location.href.split("#")[0] ?? "";
    const referer = last.current;
    last.current = url;
    void counting.tell({ kind: "hit", url, title: document.title, referer });
    const { name, data } = now.current;
    for (const event of shownOn(name, data, location.search)) void counting.tell(event);
    const onClick = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>("main a[href]") : null;
      if (!link || link.origin !== location.origin) return;
      const told = clickedOn(now.current.name, now.current.data, splitPath(link.pathname).path);
      if (told) void counting.tell(told);
    };
    document.addEventListener("click", onClick, true);
    return () => document.removeEventListener("click", onClick, true);
  }, [counting, page]);

  // After the page itself: what waited happened on it.
  useEffect(() => {
    listenToEvents((event) => {
      const told = event.kind === "quantity" ? quantityChanged(event, now.current.data) : event;
      return told ? counting.tell(told) : undefined;
    });
  }, [counting]);
}

/** Where the visitor came from; the address of a private page stays with the shop. */
function ownReferrer(): string {
  if (!URL.canParse(document.referrer)) return "";
  const { origin, pathname } = new URL(document.referrer);
  const isKey = origin === location.origin && isPrivatePage(splitPath(pathname).path);
  return isKey ? "" : document.referrer;
}

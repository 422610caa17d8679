import { useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useMatches } from "react-router";
import {
  resolveConsent,
  findTrackingCookies,
  hasTrackingOptOut,
  saveConsentChoice,
  readConsentChoice,
  recordConsentChoice,
  type ConsentChoice,
} from "../../analytics/consent.ts";
import { createTracker, type Tracker } from "../../analytics/tracker.ts";
import { startMetrica } from "../../analytics/metrica.ts";
import { getClickEvent, type PageData, getQuantityChangeEvent, getViewEvents } from "./page-events.ts";
import { startTagManager } from "../../analytics/tag-manager.ts";
import { createScriptHost, type AnalyticsDestination } from "../../analytics/analytics-destination.ts";
import type { RootData } from "../../store-config/root-data.ts";
import { splitPath } from "@furoshiki/design-system/i18n/locale-path.ts";
import { hasTrackers, isPrivatePage } from "../../store-config/third-party-services.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { setEventListener } from "../../analytics/track.ts";
import { showToast } from "@furoshiki/design-system/ui/toast.tsx";

type Config = RootData["config"];

/** Starts the configured services: first the analytics destinations, then the widgets, which receive no events. */
function startServices({ analytics, widgets }: Config): AnalyticsDestination[] {
  const scriptHost = createScriptHost();
  const { metrica, tag_manager: container } = analytics;
  const destinations = [
    ...(metrica ? [startMetrica(metrica, scriptHost)] : []),
    ...(container ? [startTagManager(container, scriptHost)] : []),
  ];
  for (const { script } of widgets) scriptHost.loadScript(script);
  return destinations;
}

/** Tracks page views and events, as far as the store has configured analytics and the visitor agrees. */
export function useAnalytics(config: Config) {
  const { t, to } = useI18n();
  const hasAnalytics = hasTrackers(config);
  const { pathname, search } = useLocation();
  const path = splitPath(pathname).path;
  const isEnabled = hasAnalytics && !isPrivatePage(path) && !wasLoadedAsPrivatePage();
  const [choice, setChoice] = useState(readConsentChoice);
  const [isReopened, setReopened] = useState(false);
  /** The button that opened the question again. */
  const opener = useRef<HTMLElement>(null);
  const isConsentRequired = config.analytics.ask_consent;
  const effectiveConsent = resolveConsent({ choice, isConsentRequired, hasOptedOut: hasTrackingOptOut(navigator) });
  const [tracker] = useState(() => createTracker(() => startServices(config)));

  useEffect(() => {
    // A document that was loaded as a private page must not load anything: its content security policy allows no other
    // hosts.
    if (isEnabled) tracker.setConsent(effectiveConsent);
  }, [tracker, isEnabled, effectiveConsent]);
  useTrackPageEvents(tracker, isEnabled ? path + search : null);

  useEffect(() => {
    if (!hasAnalytics) return;
    const onClick = ({ target }: MouseEvent) => {
      const button = target instanceof Element ? target.closest<HTMLElement>("[data-consent]") : null;
      if (!button) return;
      opener.current = button;
      setReopened(true);
    };
    document.addEventListener("click", onClick);
    return () => document.removeEventListener("click", onClick);
  }, [hasAnalytics]);

  const consentUrl = to("/user/consents/analytics");
  const recordCurrentChoice = useCallback(
    () => recordConsentChoice(consentUrl, () => showToast(t("consent.not_recorded"), "error")),
    [consentUrl, t],
  );
  useEffect(() => {
    if (hasAnalytics) void recordCurrentChoice();
  }, [hasAnalytics, recordCurrentChoice]);

  const answer = useCallback(
    (newChoice: ConsentChoice) => {
      saveConsentChoice(newChoice);
      void recordCurrentChoice();
      setReopened(false);
      setChoice(newChoice);
      opener.current?.focus();
      if (newChoice !== "necessary" || effectiveConsent !== "all") return;
      deleteTrackingCookies();
      // A loaded script can only be removed together with the document.
      location.reload();
    },
    [effectiveConsent, recordCurrentChoice],
  );
  return { shouldAsk: isEnabled && (effectiveConsent === null || isReopened), isReopened, answer };
}

function deleteTrackingCookies(): void {
  for (const name of findTrackingCookies(document.cookie)) {
    document.cookie = `${name}=; Path=/; Max-Age=0`;
    document.cookie = `${name}=; Path=/; Max-Age=0; Domain=${location.hostname}`;
  }
}

/** Whether the document was loaded as a private page, whatever page it shows now. */
function wasLoadedAsPrivatePage(): boolean {
  const [navigationEntry] = performance.getEntriesByType("navigation");
  return navigationEntry ? isPrivatePage(splitPath(new URL(navigationEntry.name).pathname).path) : false;
}

/**
 * Tracks views, lists, products and clicks of the current page, and forwards events that components track. `path` is
 * null if tracking is disabled.
 */
function useTrackPageEvents(tracker: Tracker, path: string | null) {
  const match = useMatches().at(-1);
  const currentPage = { name: match?.id.split("___")[0] ?? "", data: (match?.loaderData ?? {}) as PageData };
  const latestPage = useRef(currentPage);
  const lastUrl = useRef(getReferrer());
  useEffect(() => {
    latestPage.current = currentPage;
  });

  useEffect(() => {
    if (path === null) return;
    const url = location.href.split("#")[0] ?? "";
    const referer = lastUrl.current;
    lastUrl.current = url;
    void tracker.track({ kind: "hit", url, title: document.title, referer });
    const { name, data } = latestPage.current;
    for (const event of getViewEvents(name, data, location.search)) void tracker.track(event);
    const onClick = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>("main a[href]") : null;
      if (!link || link.origin !== location.origin) return;
      const analyticsEvent = getClickEvent(
        latestPage.current.name,
        latestPage.current.data,
        splitPath(link.pathname).path,
      );
      if (analyticsEvent) void tracker.track(analyticsEvent);
    };
    document.addEventListener("click", onClick, true);
    return () => document.removeEventListener("click", onClick, true);
  }, [tracker, path]);

  // After the page view itself: the queued events happened on this page.
  useEffect(() => {
    setEventListener((event) => {
      const analyticsEvent = event.kind === "quantity" ? getQuantityChangeEvent(event, latestPage.current.data) : event;
      return analyticsEvent ? tracker.track(analyticsEvent) : undefined;
    });
  }, [tracker]);
}

/** The referrer of the document; empty if it is a private page of the store, whose URL contains a secret. */
function getReferrer(): string {
  if (!URL.canParse(document.referrer)) return "";
  const { origin, pathname } = new URL(document.referrer);
  const isPrivate = origin === location.origin && isPrivatePage(splitPath(pathname).path);
  return isPrivate ? "" : document.referrer;
}

import { useEffect } from "react";
import type { DataRouter } from "react-router";
import { redirectTo } from "./redirect.ts";

/** A navigation in progress, by the paths with their locale prefix. */
export type NavigationStep = { from: string; to: string; /** A form was submitted. */ isSubmission: boolean };

/** Loads the next page as a new document if `shouldLoadDocument` returns true for the navigation. */
export function useDocumentNavigation(
  router: DataRouter | undefined,
  shouldLoadDocument: (step: NavigationStep) => boolean,
): void {
  useEffect(
    () =>
      router?.subscribe(({ location: { pathname: from }, navigation }) => {
        if (navigation.state !== "loading") return;
        const { pathname: to, search, hash } = navigation.location;
        if (!shouldLoadDocument({ from, to, isSubmission: navigation.formMethod !== undefined })) return;
        // Otherwise the router would continue to render the page itself.
        router.dispose();
        addEventListener("pageshow", ({ persisted }) => {
          if (persisted) location.reload();
        });
        // With the back button, the URL is already that of the next page.
        if (location.pathname + location.search === to + search) location.reload();
        else redirectTo(to + search + hash);
      }),
    [router, shouldLoadDocument],
  );
}

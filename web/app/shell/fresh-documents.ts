import { useEffect } from "react";
import type { DataRouter } from "react-router";
import { leaveFor } from "../lib/leave.ts";

/** A page that is about to be shown, by the paths with their locale. */
export type Step = { from: string; to: string; /** A form was sent. */ isSending: boolean };

/** Lets the next page come as a document of its own where `isWanted` says so. */
export function useFreshDocuments(router: DataRouter | undefined, isWanted: (step: Step) => boolean): void {
  useEffect(
    () =>
      router?.subscribe(({ location: { pathname: from }, navigation }) => {
        if (navigation.state !== "loading") return;
        const { pathname: to, search, hash } = navigation.location;
        if (!isWanted({ from, to, isSending: navigation.formMethod !== undefined })) return;
        // The router would go on to show the page by itself.
        router.dispose();
        addEventListener("pageshow", ({ persisted }) => {
          if (persisted) location.reload();
        });
        // Going back, the address is the next page's already.
        if (location.pathname + location.search === to + search) location.reload();
        else leaveFor(to + search + hash);
      }),
    [router, isWanted],
  );
}

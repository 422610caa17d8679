import { useRouteLoaderData } from "react-router";
import type { Locale } from "@furoshiki/design-system/i18n/locale.ts";
import type { Theme } from "../api-client/preferences.ts";

/** The data of the root route. */
export type RootData = { locale: Locale; theme: Theme; storeName: string; requestId: string };

/** Returns the data of the root route; undefined if its loader failed. */
export const useRootData = () => useRouteLoaderData("root") as RootData | undefined;

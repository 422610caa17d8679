import { House, type LucideIcon } from "lucide-react";
import type { MessageKey } from "../i18n/messages.ts";

/** A section of the back office. */
export type NavigationItem = Readonly<{ path: string; label: MessageKey; Icon: LucideIcon }>;

/** All sections, in the order of the navigation. */
export const navigationItems: readonly NavigationItem[] = [{ path: "/", label: "navigation.home", Icon: House }];

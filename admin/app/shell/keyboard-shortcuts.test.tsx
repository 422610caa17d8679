// @vitest-environment jsdom
import { History } from "lucide-react";
import { expect, it, vi } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import { permissionGroups } from "../staff/permission-groups.ts";
import { useShortcuts } from "../ui/shortcuts.ts";
import { useSectionShortcuts } from "./keyboard-shortcuts.ts";
import { getNavigationItems, type NavigationItem } from "./navigation-items.ts";

const items: NavigationItem[] = [
  { path: "/audit", label: "navigation.audit", Icon: History, permission: null, shortcut: "a" },
];

function Page({ onPublish }: { onPublish: () => void }) {
  useSectionShortcuts(items);
  useShortcuts({ a: onPublish });
  return null;
}

it("opens a section with g and its letter, which is then no shortcut of the page", async () => {
  const publish = vi.fn<() => void>();
  const { user, getUrl } = renderPage(<Page onPublish={publish} />, { url: "/reviews" });
  await user.keyboard("a");
  expect(publish).toHaveBeenCalledOnce();
  await user.keyboard("ga");
  expect(publish).toHaveBeenCalledOnce();
  expect(getUrl()).toBe("/audit");
});

it("has another letter for each section", () => {
  const letters = getNavigationItems(permissionGroups.flatMap((group) => group.permissions)).map(
    ({ shortcut }) => shortcut,
  );
  expect(new Set(letters).size).toBe(letters.length);
});

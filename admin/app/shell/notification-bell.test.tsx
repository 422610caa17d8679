// @vitest-environment jsdom
import { act, screen } from "@testing-library/react";
import type { Me } from "@furoshiki/api/admin/staff";
import { useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { setPageVisible, stubEventSource, type TestEventSource } from "../../test/event-source.ts";
import { renderPage } from "../../test/render-page.tsx";
import { MeContext } from "../staff/me.tsx";
import { NotificationBell } from "./notification-bell.tsx";

const notice = { kind: "notification", id: "1", actor_id: null };
let sources: TestEventSource[];
/** The number of unread notifications on the server; null: it refuses the request. */
let unread: number | null;
let requestCount: number;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  sources = stubEventSource();
  [unread, requestCount] = [0, 0];
  vi.stubGlobal("fetch", () => {
    requestCount += 1;
    return Promise.resolve(unread === null ? Response.json({}, { status: 401 }) : Response.json({ data: { unread } }));
  });
  setPageVisible(true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The bell of a page that can be loaded again. */
function Page({ unreadAfterReload }: { unreadAfterReload: number }) {
  const [me, setMe] = useState({ unread_notifications: 2 } as Me);
  return (
    <MeContext value={me}>
      <NotificationBell />
      <button type="button" onClick={() => setMe({ unread_notifications: unreadAfterReload } as Me)}>
        reload
      </button>
    </MeContext>
  );
}

const renderBell = (unreadAfterReload = 0) => renderPage(<Page unreadAfterReload={unreadAfterReload} />);
const getName = () => screen.getByRole("link").getAttribute("aria-label");
const passTime = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it("counts what comes while a page is open", async () => {
  renderBell();
  expect(getName()).toBe("Notifications, 2 unread");
  unread = 3;
  sources[0]?.send({ kind: "order", id: "17", actor_id: 2 });
  await passTime(5000);
  expect([getName(), requestCount]).toEqual(["Notifications, 2 unread", 0]);
  sources[0]?.send(notice);
  await passTime(300);
  expect(getName()).toBe("Notifications, 3 unread");
  expect(screen.getByRole("link")).toHaveTextContent(/^3$/);
});

it("asks once for many notifications, and not at once again", async () => {
  renderBell();
  for (let count = 0; count < 20; count++) sources[0]?.send(notice);
  await passTime(300);
  expect(requestCount).toBe(1);
  unread = 120;
  sources[0]?.send(notice);
  await passTime(299);
  expect(requestCount).toBe(1);
  await passTime(301);
  expect(requestCount).toBe(2);
  expect(screen.getByRole("link")).toHaveTextContent(/^99\+$/);
});

it("counts again after an interruption, and keeps the number that it cannot count", async () => {
  renderBell();
  sources[0]?.open();
  sources[0]?.fail({ isRefused: false });
  unread = 4;
  sources[0]?.open();
  await passTime(300);
  expect(getName()).toBe("Notifications, 4 unread");
  unread = null;
  sources[0]?.send(notice);
  await passTime(3000);
  expect([getName(), requestCount]).toEqual(["Notifications, 4 unread", 2]);
});

it("shows the number of a page that was loaded later", async () => {
  const { user } = renderBell(0);
  unread = 3;
  sources[0]?.send(notice);
  await passTime(300);
  vi.useRealTimers();
  await user.click(screen.getByRole("button", { name: "reload" }));
  expect(getName()).toBe("Notifications");
});

// @vitest-environment jsdom
import { act, screen, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { SystemHealth } from "@furoshiki/api/admin/system";
import { renderPage } from "../../test/render-page.tsx";
import { HealthView } from "./health-view.tsx";

afterEach(() => void vi.useRealTimers());

const NOW = "2026-11-20T12:00:00.000Z";
const health: SystemHealth = {
  ...({ as_of: NOW, state: "problem" } as const),
  database: {
    ...({ state: "warning", version: "18.4", size_bytes: 1.5 * 1024 ** 3 } as const),
    ...{ migration: "0108_processes.sql", migrations: 78, replicas: [{ name: "replica-1", lag_seconds: 31.25 }] },
    read_replica: { is_used: false, lag_seconds: 7.5 },
  },
  processes: {
    state: "problem",
    reason: "no_worker",
    items: [
      {
        ...({
          id: "1",
          role: "web",
          build: "b1",
          host: "host-1",
          pid: 7,
          is_current: true,
          is_missing: false,
          wrong_clock_seconds: 750,
        } as const),
        ...{ started_at: "2026-11-20T10:00:00.000Z", last_seen_at: NOW },
      },
      {
        ...({
          id: "2",
          role: "worker",
          build: "b1",
          host: "host-2",
          pid: 8,
          is_current: false,
          is_missing: true,
          wrong_clock_seconds: null,
        } as const),
        ...{ started_at: "2026-11-20T10:00:00.000Z", last_seen_at: "2026-11-20T11:30:00.000Z" },
      },
    ],
  },
  jobs: {
    state: "problem",
    count: 52,
    queues: [
      {
        ...({ name: "email.send", state: "problem", waiting: 4, retrying: 0, active: 0, failed: 2 } as const),
        due_since: "2026-11-20T11:30:00.000Z",
      },
    ],
  },
  emails: { state: "problem", waiting: 4, failed: 2, oldest_at: "2026-11-20T11:30:00.000Z" },
  disk: { state: "ok", free_bytes: 50 * 1024 ** 3, total_bytes: 100 * 1024 ** 3 },
  reconciliation: { state: "warning", last_at: null },
  webhooks: { state: "ok", unprocessed: 0, oldest_at: null },
  response_cache: null,
  valkey: null,
  settings: { state: "warning", invalid: ["fulfillment.handling_days"] },
};
/** Returns the words in a card. */
const readCard = (name: string) => screen.getByRole("region", { name }).textContent;

it("tells each state by a word, what is wrong and what to do", () => {
  renderPage(<HealthView health={health} />);
  expect(screen.getByRole("status")).toHaveTextContent("Problem");
  expect(readCard("Processes")).toMatch(
    /Problem.*Storefront \(has answered\).*running · its clock is 750 s ahead of that of the database.*Worker.*last seen 30.min.*No worker is running/,
  );
  expect(readCard("Database")).toMatch(
    /Needs a look.*1\.5.GB.*replica-1.*31\.25.s behind.*more than 30 seconds behind/,
  );
  expect(readCard("Jobs")).toMatch(
    /Problem.*email\.send.*4 waiting · 2 failed · the oldest waits for 30.min.*Late jobs/,
  );
  expect(readCard("Emails")).toContain("Emails were given up");
  expect(readCard("Reconciliation of payments")).toContain("not in the last days");
  expect(readCard("Settings")).toMatch(/fulfillment\.handling_days.*settings check/);
  // Well parts have no advice.
  expect(readCard("Disk of DATA_DIR")).toMatch(/OK.*50\.0.GB.*100\.0.GB$/);
  expect(screen.queryByRole("region", { name: /Response cache/ })).toBeNull();
});

it("has no disk of a store whose files are in a bucket", () => {
  renderPage(<HealthView health={{ ...health, disk: null }} />);
  expect(screen.queryByRole("region", { name: "Disk of DATA_DIR" })).toBeNull();
});

it("says that the store works without Valkey", () => {
  const connection = { is_connected: false, since: NOW, error: "connect ECONNREFUSED", memory: null };
  renderPage(
    <HealthView health={{ ...health, valkey: { state: "warning", reason: "not_connected", ...connection } }} />,
  );
  expect(readCard("Valkey")).toMatch(/Needs a look.*none since.*ECONNREFUSED.*The store works without Valkey/);
});

it("says with which policy Valkey may forget attempts", () => {
  const memory = { used_bytes: 2 * 1024 ** 2, max_bytes: 256 * 1024 ** 2, policy: "allkeys-lru" };
  const connection = { is_connected: true, since: NOW, error: null, memory };
  renderPage(<HealthView health={{ ...health, valkey: { state: "warning", reason: "policy", ...connection } }} />);
  expect(readCard("Valkey")).toMatch(/since.*2.MB of 256.MB.*allkeys-lru.*volatile-ttl/);
});

it("is in Russian, too", () => {
  renderPage(<HealthView health={health} />, { locale: "ru-RU" });
  const jobs = within(screen.getByRole("region", { name: /^Фоновые\sзадания$/ }));
  expect(jobs.getByText(/в\sочереди: 4 · с\sошибкой: 2 · самое старое ждёт 30\sмин/)).toBeInTheDocument();
});

it("is loaded again every 15 seconds, and not while its tab is hidden", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const loader = vi.fn<() => null>(() => null);
  renderPage(<HealthView health={health} />, { loader });
  await screen.findByRole("status");
  expect(loader).toHaveBeenCalledTimes(1);
  await act(async () => vi.advanceTimersByTime(15_000));
  expect(loader).toHaveBeenCalledTimes(2);
  const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  await act(async () => vi.advanceTimersByTime(60_000));
  expect(loader).toHaveBeenCalledTimes(2);
  visibility.mockReturnValue("visible");
  await act(async () => document.dispatchEvent(new Event("visibilitychange")));
  expect(loader).toHaveBeenCalledTimes(3);
  visibility.mockRestore();
});

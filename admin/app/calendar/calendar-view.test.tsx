// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import type { CalendarEntry } from "@furoshiki/api/admin/calendar";
import type { Me } from "@furoshiki/api/admin/staff";
import { expect, it } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import { MeContext } from "../staff/me.tsx";
import { type CalendarData, CalendarView } from "./calendar-view.tsx";

const nothing = { moment: null, task: null, sale: null, name: null } as const;
const publication: CalendarEntry = {
  ...{ ...nothing, id: "task-1", category: "products", at: "2026-11-23T21:00:00.000Z" },
  task: {
    ...{ id: 1, kind: "products.update", input: { change: "publish" }, status: "queued", total: 1, failed: 0 },
    ...{ author: "Olga", subject: { id: "204", label: "AS-204" } },
  },
};
const entries: CalendarEntry[] = [
  publication,
  {
    ...{ ...nothing, id: "task-2", category: "prices", at: "2026-11-25T06:00:00.000Z" },
    task: {
      ...{
        id: 2,
        kind: "prices.adjust",
        input: {},
        status: "failed",
        total: 12,
        failed: 12,
        author: "Olga",
        subject: null,
      },
    },
  },
  {
    ...{ ...nothing, id: "sale-1", category: "prices", at: "2026-11-29T21:00:00.000Z", moment: "end" },
    sale: { variants: 8, max_percent: 25, ends_at: "2026-11-29T21:00:00.000Z" },
  },
  {
    ...nothing,
    id: "promo-1",
    category: "promo_codes",
    at: "2026-11-27T15:00:00.000Z",
    moment: "start",
    name: "NIGHT15",
  },
];

function renderCalendar(changes: Partial<CalendarData> = {}, locale: "ru-RU" | "en-US" = "en-US") {
  const sales = [{ starts_at: "2026-11-24T21:00:00.000Z", ends_at: "2026-11-29T21:00:00.000Z", is_planned: false }];
  const data: CalendarData = {
    ...{ calendar: { entries, sales }, view: "month", day: "2026-11-20", today: "2026-11-20", category: null },
    ...changes,
  };
  return renderPage(
    <MeContext value={{ permissions: ["products:read", "prices:write"] } as unknown as Me}>
      <CalendarView {...data} />
    </MeContext>,
    { locale, url: "/calendar" },
  );
}

it("shows a month of whole weeks from Monday, each entry on its day in the store", () => {
  renderCalendar();
  const table = screen.getByRole("table", { name: "Calendar, November 2026" });
  expect(
    within(table)
      .getAllByRole("columnheader")
      .map(({ textContent }) => textContent),
  ).toEqual(["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]);
  const cells = within(table).getAllByRole("cell");
  expect(cells).toHaveLength(42);
  const getCell = (day: string) => cells.find((cell) => cell.querySelector(`time[datetime="${day}"]`)) as HTMLElement;
  // 21:00 UTC is midnight in Moscow.
  const link = within(getCell("2026-11-24")).getByRole("link", { name: /Publish products, 1 product/ });
  expect(link).toHaveAttribute("href", "/products/204");
  expect(link).toHaveTextContent("00:00");
  expect(within(getCell("2026-11-25")).getByRole("link", { name: /refused/ })).toHaveAttribute("href", "/tasks");
  expect(within(getCell("2026-11-30")).getByRole("link", { name: /up to 25% ends/ })).toHaveAttribute(
    "href",
    "/prices?sale=running&ends_at=2026-11-29T21%3A00%3A00.000Z",
  );
  expect(getCell("2026-11-20")).toHaveAttribute("aria-current", "date");
  const days = ["2026-11-24", "2026-11-25", "2026-11-29", "2026-11-30"];
  expect(days.map((day) => getCell(day).textContent?.includes("a sale runs"))).toEqual([false, true, true, false]);
  expect(screen.getByText("1 change was refused")).toBeVisible();
});

it("is a list of days in both languages, with the author and the product", () => {
  renderCalendar({ view: "agenda" }, "ru-RU");
  expect(screen.queryByRole("table")).toBeNull();
  expect(screen.getAllByRole("heading", { level: 2 })).toHaveLength(4);
  expect(screen.getByText("AS-204 · Olga")).toBeVisible();
  expect(screen.getByText(/^Промокод NIGHT15: начало$/)).toBeVisible();
});

it("leads to other periods, views and categories", () => {
  renderCalendar({ category: "prices" });
  const getPath = (name: string | RegExp) => screen.getByRole("link", { name }).getAttribute("href");
  expect(getPath("Later")).toBe("/calendar?view=month&day=2026-12-01&category=prices");
  expect(getPath("Week")).toBe("/calendar?view=week&day=2026-11-20&category=prices");
  expect(getPath(/^Products\s?1$/)).toBe("/calendar?view=month&day=2026-11-20&category=products");
  expect(getPath(/^Prices\s?2$/)).toBe("/calendar?view=month&day=2026-11-20");
  expect(screen.queryByText(/NIGHT15/)).toBeNull();
});

it("says if nothing is planned", () => {
  renderCalendar({ view: "agenda", calendar: { entries: [], sales: [] } });
  expect(screen.getByText("Nothing is planned")).toBeVisible();
});

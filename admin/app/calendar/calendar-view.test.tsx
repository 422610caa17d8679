// @vitest-environment jsdom
import { cleanup, screen, within } from "@testing-library/react";
import type { CalendarEntry } from "@furoshiki/api/admin/calendar";
import type { Me } from "@furoshiki/api/admin/staff";
import { describe, expect, it } from "vitest";
import { createTask } from "../../test/create-task.ts";
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

function renderCalendar(
  changes: Partial<CalendarData> = {},
  { locale = "en-US", url = "/calendar" }: { locale?: "ru-RU" | "en-US"; url?: string } = {},
) {
  const sales = [{ starts_at: "2026-11-24T21:00:00.000Z", ends_at: "2026-11-29T21:00:00.000Z", is_planned: false }];
  const data: CalendarData = {
    ...{
      calendar: { entries, sales },
      view: "month",
      day: "2026-11-20",
      today: "2026-11-20",
      category: null,
      task: null,
    },
    ...changes,
  };
  return renderPage(
    <MeContext value={{ permissions: ["products:read", "prices:write"] } as unknown as Me}>
      <CalendarView {...data} />
    </MeContext>,
    { locale, url },
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
  expect(link).toHaveAttribute("href", "/calendar?entry=task-1");
  expect(link).toHaveTextContent("00:00");
  expect(within(getCell("2026-11-25")).getByRole("link", { name: /refused/ })).toHaveAttribute(
    "href",
    "/calendar?entry=task-2",
  );
  expect(within(getCell("2026-11-30")).getByRole("link", { name: /up to 25% ends/ })).toHaveAttribute(
    "href",
    "/calendar?entry=sale-1",
  );
  expect(getCell("2026-11-20")).toHaveAttribute("aria-current", "date");
  const days = ["2026-11-24", "2026-11-25", "2026-11-29", "2026-11-30"];
  expect(days.map((day) => getCell(day).textContent?.includes("a sale runs"))).toEqual([false, true, true, false]);
  expect(screen.getByText("1 change was refused")).toBeVisible();
});

it("is a list of days in both languages, with the author and the product", () => {
  renderCalendar({ view: "agenda" }, { locale: "ru-RU" });
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

describe("the details of an entry", () => {
  const open = (id: string, changes: Partial<CalendarData> = {}) => {
    renderCalendar(changes, { url: `/calendar?view=month&entry=${id}` });
    return within(screen.getByRole("dialog"));
  };

  it("are when, by whom and what, with the link to the product", () => {
    const details = open("task-1", {
      task: createTask({
        ...{ id: 1, kind: "products.update", input: { change: "publish" }, subject_kind: "product", total: 1 },
        ...{ run_at: "2026-11-23T21:00:00.000Z", can_cancel: true, can_reschedule: true },
      }),
    });
    expect(details.getByRole("heading", { level: 2, name: "Publish products, 1 product" })).toBeVisible();
    expect(details.getByText("AS-204")).toBeVisible();
    expect(details.getByRole("link", { name: "Open the product" })).toHaveAttribute("href", "/products/204");
    expect(details.getByRole("button", { name: /^Cancel/ })).toBeVisible();
    expect(details.getByLabelText("Begins, Moscow time")).toHaveValue("2026-11-24T00:00");
  });

  it("say how prices change, until when, and why it was refused", () => {
    const input = { rule: "percent", value: -15, sale: { ends_at: "2026-12-05T21:00:00.000Z" } };
    const planned = entries.map((one) =>
      one.id === "task-2" && one.task ? { ...one, task: { ...one.task, input } } : one,
    );
    const failures = [{ error: "The price was changed.", count: 12, subject_ids: ["204-0"], labels: ["AS-204"] }];
    const details = open("task-2", {
      calendar: { entries: planned, sales: [] },
      task: createTask({
        id: 2,
        kind: "prices.adjust",
        subject_kind: "variant",
        status: "failed",
        failed: 12,
        failures,
      }),
    });
    expect(details.getByText(/^[−-]15\s?%$/)).toBeVisible();
    expect(details.getByText(/6 December.*00:00/)).toBeVisible();
    expect(details.getByText(/^12\sprices$/)).toBeVisible();
    expect(details.getByText(/The price was changed/)).toBeVisible();
    expect(details.getByRole("link", { name: "Open the prices" })).toHaveAttribute("href", "/prices/sales");
  });

  it("are closed by a click, and are nothing for an entry of another month", async () => {
    const { user } = renderCalendar({}, { url: "/calendar?view=month&entry=promo-1" });
    await user.click(screen.getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    cleanup();
    renderCalendar({}, { url: "/calendar?entry=task-99" });
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

it("leads those who may plan to the pages where they do", async () => {
  const { user } = renderCalendar();
  await user.click(screen.getByRole("button", { name: "Schedule…" }));
  const links = within(screen.getByRole("dialog")).getAllByRole("link");
  expect(links.map((link) => link.getAttribute("href"))).toEqual(["/prices?rule=percent&value=-10"]);
});

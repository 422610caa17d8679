// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Toasts } from "@furoshiki/design-system/ui/toast.tsx";
import { renderPage } from "../../../test/render-page.tsx";
import { createRootData } from "../../../test/root-data.ts";
import { stubFetch } from "../../../test/stub-fetch.ts";
import { Footer } from "../footer.tsx";
import { AnalyticsGate } from "./analytics-gate.tsx";

const script = "https://widgets.example.com/chat.js";
const reload = vi.fn<() => void>();

/** Renders the footer and the consent bar of a store with one widget. */
function renderGate({ url = "/soap", askConsent = true } = {}) {
  const { config } = createRootData("en-US");
  const widgets = [{ script, hosts: [] }] as unknown as typeof config.widgets;
  const analytics = { ...config.analytics, ask_consent: askConsent };
  const rootData = createRootData("en-US", { config: { ...config, widgets, analytics } });
  return renderPage(
    <>
      <AnalyticsGate config={rootData.config}>
        <p>Another bar</p>
      </AnalyticsGate>
      <Footer rootData={rootData} hasBuyBar={false} />
      <Toasts />
    </>,
    { url, rootData },
  );
}

const queryBar = () => screen.queryByRole("region", { name: "Cookies" });
const countScripts = () => document.querySelectorAll(`script[src="${script}"]`).length;
const createReceipt = () => ({ receipt: "receipt-1" });

beforeEach(() => {
  reload.mockClear();
  vi.stubGlobal("location", { reload, href: "http://localhost/en-US/soap", hostname: "localhost", search: "" });
});

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  document.head.replaceChildren();
});

it("loads nothing before the visitor agrees, and then records it", async () => {
  const calls = stubFetch(createReceipt);
  const { user } = renderGate();
  expect(queryBar()).toBeVisible();
  expect(countScripts()).toBe(0);
  await user.click(screen.getByRole("button", { name: "Accept all" }));
  expect(countScripts()).toBe(1);
  expect(queryBar()).not.toBeInTheDocument();
  expect(screen.getByText("Another bar")).toBeVisible();
  expect(calls).toMatchObject([{ url: "/en-US/user/consents/analytics", body: "given=1&receipt=" }]);
});

it("loads and records nothing if only what is necessary is allowed", async () => {
  const calls = stubFetch(createReceipt);
  const { user } = renderGate();
  await user.click(screen.getByRole("button", { name: "Necessary only" }));
  expect(queryBar()).not.toBeInTheDocument();
  expect(countScripts()).toBe(0);
  expect(calls).toEqual([]);
});

it("can be changed in the footer: cookies and scripts go, and the withdrawal is recorded", async () => {
  const calls = stubFetch(createReceipt);
  const { user } = renderGate();
  await user.click(screen.getByRole("button", { name: "Accept all" }));
  await waitFor(() => expect(localStorage.getItem("consent")).toContain("receipt-1"));
  document.cookie = "_ga=1";
  const settings = screen.getByRole("button", { name: "Cookie settings" });
  await user.click(settings);
  expect(queryBar()).toHaveFocus();
  await user.click(screen.getByRole("button", { name: "Necessary only" }));
  expect(reload).toHaveBeenCalledOnce();
  expect(document.cookie).not.toContain("_ga");
  expect(calls.at(-1)).toMatchObject({ body: "given=&receipt=receipt-1" });
});

it("returns the focus to the footer if the choice stays", async () => {
  stubFetch(createReceipt);
  const { user } = renderGate();
  await user.click(screen.getByRole("button", { name: "Accept all" }));
  await user.click(screen.getByRole("button", { name: "Cookie settings" }));
  await user.click(screen.getByRole("button", { name: "Accept all" }));
  expect(queryBar()).not.toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Cookie settings" })).toHaveFocus();
  expect(reload).not.toHaveBeenCalled();
  expect(countScripts()).toBe(1);
});

it("says if the choice could not be recorded", async () => {
  stubFetch(() => new Response(null, { status: 429 }));
  const { user } = renderGate();
  await user.click(screen.getByRole("button", { name: "Accept all" }));
  expect(await screen.findByText(/we could not save it yet/)).toBeVisible();
});

it("asks nobody whose browser opts out, and loads nothing for them", () => {
  vi.stubGlobal("navigator", { ...navigator, globalPrivacyControl: true });
  renderGate();
  expect(queryBar()).not.toBeInTheDocument();
  expect(countScripts()).toBe(0);
});

it("asks nobody if the store does not require consent", () => {
  renderGate({ askConsent: false });
  expect(queryBar()).not.toBeInTheDocument();
  expect(countScripts()).toBe(1);
});

it("neither asks nor loads anything on a page whose URL contains a secret", () => {
  renderGate({ url: "/change-password?token=secret", askConsent: false });
  expect(queryBar()).not.toBeInTheDocument();
  expect(countScripts()).toBe(0);
});

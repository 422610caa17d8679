// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderPage } from "../../../test/render-page.tsx";
import { createRootData } from "../../../test/root-data.ts";
import { connectionError, stubFetch } from "../../../test/stub-fetch.ts";
import { useRootData } from "../../store-config/root-data.ts";
import { DestinationControl } from "./destination-control.tsx";

const createDestination = (country: string, name: string, price: number) => ({
  ...{ country, name, direction: `to ${name}`, price, iso_code: "RUB", sign: "₽" },
  arrives: { from: "2026-12-04", to: "2026-12-10" },
});
const russia = createDestination("RU", "Russia", 499);
const destinations = [russia, createDestination("KZ", "Kazakhstan", 0)];

function Control() {
  const rootData = useRootData();
  return rootData ? <DestinationControl rootData={rootData} /> : null;
}

function renderControl(respond: Parameters<typeof stubFetch>[0] = () => ({ data: { items: destinations } })) {
  stubFetch(respond);
  const { config } = createRootData("en-US");
  config.destination = russia;
  const chosen: string[] = [];
  const page = renderPage(<Control />, {
    url: "/brands?x=1",
    rootData: { config },
    actions: {
      "/destination": async ({ request }) => {
        chosen.push(String((await request.formData()).get("country")));
        config.destination = destinations[1] ?? null;
        return { ok: true };
      },
    },
  });
  return { ...page, chosen };
}

const getControl = () => screen.getByRole("link", { name: /^Deliver to/ });

it("names the country and changes it with one press", async () => {
  const { user, chosen, getUrl } = renderControl();
  expect(getControl()).toHaveTextContent("Deliver to Russia");
  // Without scripts the list is a page that leads back to this one.
  expect(getControl()).toHaveAttribute("href", "/en-US/destination?from=%2Fbrands%3Fx%3D1");
  await user.click(getControl());
  const dialog = await screen.findByRole("dialog", { name: "Where should we deliver?" });
  const current = await within(dialog).findByRole("button", { name: /^Russia/ });
  expect(current).toHaveAttribute("aria-current", "true");
  expect(current).toHaveTextContent("Russia 4–10 December from ₽499");
  await user.click(within(dialog).getByRole("button", { name: /^Kazakhstan 4–10\sDecember free$/ }));
  await waitFor(() => expect(getControl()).toHaveTextContent("Deliver to Kazakhstan"));
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  expect(chosen).toEqual(["KZ"]);
  expect(getUrl()).toBe("/en-US/brands?x=1");
});

it("says so if the countries cannot be loaded", async () => {
  const { user } = renderControl(() => connectionError);
  await user.click(getControl());
  expect(await screen.findByRole("alert")).toHaveTextContent("Something went wrong");
});

it("remembers a city, which the header then names", async () => {
  const { config } = createRootData("en-US");
  config.destination = russia;
  stubFetch(() => ({ data: { items: destinations } }));
  const saved: Record<string, FormDataEntryValue>[] = [];
  const { user } = renderPage(<Control />, {
    rootData: { config, deliveryCity: "Kazan" },
    actions: {
      "/destination": async ({ request }) => {
        saved.push(Object.fromEntries(await request.formData()));
        return { ok: true };
      },
    },
  });
  expect(getControl()).toHaveTextContent("Deliver to Kazan");
  await user.click(getControl());
  const city = await screen.findByRole("textbox", { name: "City" });
  expect(city).toHaveValue("Kazan");
  expect(city).toHaveAccessibleDescription(/Dates and prices are the same for the whole country/);
  await user.clear(city);
  await user.type(city, "Perm");
  await user.click(screen.getByRole("button", { name: "Remember" }));
  await waitFor(() => expect(saved).toEqual([{ country: "RU", city: "Perm" }]));
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});

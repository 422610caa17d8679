import { expect, it } from "vitest";
import { hasTrackers, isPrivatePage, serializeThirdPartyServices } from "./third-party-services.ts";

const noServices = {
  analytics: { metrica: null, tag_manager: null, ask_consent: true },
  widgets: [],
  icon_service: null,
  pickup_map: null,
};
const chat = { kind: "chat" as const, script: "https://code.example.com/w/1", hosts: ["wss://*.example.com"] };

it("lists the configured services and nothing else", () => {
  expect(serializeThirdPartyServices(noServices)).toBe("");
  const allServices = {
    analytics: { metrica: "12345", tag_manager: "GTM-1", ask_consent: true },
    widgets: [chat],
    icon_service: "https://icons.example.com/set",
    pickup_map: { style: "https://maps.example.com/style.json", hosts: ["https://tiles.example.com"] },
  };
  expect(serializeThirdPartyServices(allServices).split(" ")).toEqual([
    ...["metrica", "tag-manager", "https://code.example.com", "wss://*.example.com", "img:https://icons.example.com"],
    ...["connect:https://maps.example.com", "connect:https://tiles.example.com"],
  ]);
});

it("requires consent for trackers, not for icons", () => {
  expect(hasTrackers({ ...noServices, icon_service: "https://icons.example.com/set" })).toBe(false);
  expect(hasTrackers({ ...noServices, widgets: [chat] })).toBe(true);
  expect(hasTrackers({ ...noServices, analytics: { ...noServices.analytics, tag_manager: "GTM-1" } })).toBe(true);
});

it.each([
  ["/user/payment", true],
  ["/user/payment/abc", true],
  ["/jpcart/payment_new/abc?x=1", true],
  ["/change-password?token=secret", true],
  ["/user/unsubscribe#x", true],
  ["/product-preview/a-token?option=2", true],
  ["/user/payments-explained", false],
  ["/info/payment", false],
  ["/cart", false],
  ["/", false],
])("%s is private: %s", (path, isPrivate) => expect(isPrivatePage(path)).toBe(isPrivate));

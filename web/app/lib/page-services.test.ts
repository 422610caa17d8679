import { expect, it } from "vitest";
import { hasTrackers, isPrivatePage, servicesOf } from "./page-services.ts";

const nothing = { analytics: { metrica: null, tag_manager: null, ask_consent: true }, widgets: [], icon_service: null };
const chat = { kind: "chat" as const, script: "https://code.example.com/w/1", hosts: ["wss://*.example.com"] };

it("tells the edge what is set up and nothing else", () => {
  expect(servicesOf(nothing)).toBe("");
  const all = {
    analytics: { metrica: "12345", tag_manager: "GTM-1", ask_consent: true },
    widgets: [chat],
    icon_service: "https://icons.example.com/set",
  };
  expect(servicesOf(all)).toBe(
    "metrica tag-manager https://code.example.com wss://*.example.com img:https://icons.example.com",
  );
});

it("asks the visitor about what follows him, not about icons", () => {
  expect(hasTrackers({ ...nothing, icon_service: "https://icons.example.com/set" })).toBe(false);
  expect(hasTrackers({ ...nothing, widgets: [chat] })).toBe(true);
  expect(hasTrackers({ ...nothing, analytics: { ...nothing.analytics, tag_manager: "GTM-1" } })).toBe(true);
});

it.each([
  ["/user/payment", true],
  ["/user/payment/abc", true],
  ["/jpcart/payment_new/abc?x=1", true],
  ["/change-password?token=secret", true],
  ["/user/unsubscribe#x", true],
  ["/user/payments-explained", false],
  ["/info/payment", false],
  ["/cart", false],
  ["/", false],
])("%s is private: %s", (path, isPrivate) => expect(isPrivatePage(path)).toBe(isPrivate));

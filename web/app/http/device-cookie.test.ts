import { expect, it } from "vitest";
import { getDeviceToken, createDeviceCookie } from "./device-cookie.ts";

const createRequest = (cookie: string) => new Request("http://shop.test/login", { headers: { cookie } });

it("keeps a device token for a year, inaccessible to scripts and, with https, to other hosts", () => {
  const cookie = createDeviceCookie("abc.def", true);
  expect(cookie).toBe("__Host-device=abc.def; Path=/; SameSite=Lax; Max-Age=31536000; HttpOnly; Secure");
  expect(getDeviceToken(createRequest(cookie), true)).toBe("abc.def");
  expect(getDeviceToken(createRequest(createDeviceCookie("abc.def", false)), false)).toBe("abc.def");
});

it.each(["", "device=abc", "__Host-device=", "__Host-device=a b", `__Host-device=${"a".repeat(1001)}`])(
  "ignores the cookie “%s”",
  (cookie) => expect(getDeviceToken(createRequest(cookie), true)).toBe(""),
);

import { expect, it } from "vitest";
import { deviceTokenOf, keepDeviceToken } from "./device-token.ts";

const requestWith = (cookie: string) => new Request("http://shop.test/login", { headers: { cookie } });

it("keeps a device token for a year, out of reach of scripts and, with https, of other hosts", () => {
  const line = keepDeviceToken("abc.def", true);
  expect(line).toBe("__Host-device=abc.def; Path=/; SameSite=Lax; Max-Age=31536000; HttpOnly; Secure");
  expect(deviceTokenOf(requestWith(line), true)).toBe("abc.def");
  expect(deviceTokenOf(requestWith(keepDeviceToken("abc.def", false)), false)).toBe("abc.def");
});

it.each(["", "device=abc", "__Host-device=", "__Host-device=a b", `__Host-device=${"a".repeat(1001)}`])(
  "signs in without one from the cookie “%s”",
  (cookie) => expect(deviceTokenOf(requestWith(cookie), true)).toBe(""),
);

import { expect, it } from "vitest";
import { getDeviceName } from "./device-name.ts";

const webKit = "AppleWebKit/537.36 (KHTML, like Gecko)";

it.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/131.0.0.0 Safari/537.36`, "Chrome, Windows"],
  [`Mozilla/5.0 (Windows NT 10.0) ${webKit} Chrome/130.0 YaBrowser/24.12 Safari/537.36`, "Yandex, Windows"],
  [`Mozilla/5.0 (Windows NT 10.0) ${webKit} Chrome/131.0 Safari/537.36 Edg/131.0`, "Edge, Windows"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1", "Safari, iPhone"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0", "Firefox, Linux"],
  [`Mozilla/5.0 (Linux; Android 10; K) ${webKit} Chrome/131.0 Mobile Safari/537.36`, "Chrome, Android"],
  ["curl/8.5.0", ""],
  ["", ""],
])("names %s %s", (userAgent, name) => {
  expect(getDeviceName(userAgent)).toBe(name);
});

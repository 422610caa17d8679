import { expect, it } from "vitest";
import { iconAddress } from "./service-icon.tsx";

it.each([
  ["Telegram", "telegram.svg"],
  ["VK Video", "vk-video.svg"],
  ["Дзен!", null],
])("the mark of %s is %s of the set", (name, file) => {
  expect(iconAddress("https://icons.test/set", name)).toBe(file && `https://icons.test/set/${file}`);
});

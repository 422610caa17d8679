import { expect, it } from "vitest";
import { getIconUrl } from "./service-icon.tsx";

it.each([
  ["Telegram", "telegram.svg"],
  ["VK Video", "vk-video.svg"],
  ["Дзен!", null],
])("the icon of %s is %s", (name, file) => {
  expect(getIconUrl("https://icons.test/set", name)).toBe(file && `https://icons.test/set/${file}`);
});

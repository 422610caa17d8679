import { expect, it } from "vitest";
import { fillFrame, getFrame, moveFrame, toCropArea } from "./crop-frame.ts";

const wide = { width: 900, height: 600 };

it("fills the frame with the middle of the picture at first", () => {
  const frame = getFrame(wide, fillFrame(wide));
  expect(frame.width).toBeCloseTo(480);
  expect(frame.height).toBeCloseTo(600);
  expect(frame.x).toBeCloseTo(210);
  expect(frame.y).toBeCloseTo(0);
});

it("shows the whole picture without zoom, and a quarter of what fills the frame with the most", () => {
  const whole = getFrame(wide, { zoom: 0, horizontal: 0.5, vertical: 0.5 });
  expect(whole).toMatchObject({ x: 0, width: 900, height: 1125 });
  expect(toCropArea(wide, whole)).toEqual({ left: 0, top: -0.4375, width: 1, height: 1.875 });
  expect(getFrame(wide, { zoom: 1, horizontal: 0, vertical: 0 }).width).toBeCloseTo(120);
  expect(getFrame({ width: 400, height: 500 }, { zoom: 0, horizontal: 0, vertical: 0 })).toMatchObject({ width: 400 });
});

it("shows as much of a very wide picture as the API crops to", () => {
  const panorama = { width: 2500, height: 600 };
  const area = toCropArea(panorama, getFrame(panorama, { zoom: 0, horizontal: 0.5, vertical: 0.5 }));
  expect(area.height).toBeCloseTo(4);
  expect(area.width).toBeLessThan(1);
});

it("is moved up to the edges of the picture", () => {
  const framing = fillFrame(wide);
  const moved = moveFrame(wide, framing, { x: -100, y: 50 });
  expect(getFrame(wide, moved)).toMatchObject({ x: expect.closeTo(110), y: expect.closeTo(0) });
  expect(moveFrame(wide, framing, { x: 9999, y: 0 }).horizontal).toBe(1);
});
